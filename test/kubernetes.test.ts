import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as apps from 'kubernetes-models/apps/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
}
type Model = new (content: object) => { validate(): void }

/** The kinds of Kubernetes, by their group and version. */
const MODELS: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'policy/v1': policy,
  'networking.k8s.io/v1': networking,
}

function readManifest(): readonly Resource[] {
  const documents = parseAllDocuments(readFileSync('deploy/kubernetes/keyhold.yaml', 'utf8'))
  return documents.map((document) => document.toJS() as Resource)
}

/** What Kubernetes would refuse, also a field that it does not know. */
function faultsOf(resources: readonly Resource[]): readonly string[] {
  const faults = resources.flatMap((resource) => {
    const Kind = (MODELS[resource.apiVersion] as Readonly<Record<string, Model>> | undefined)?.[resource.kind]
    if (Kind === undefined) return [`${resource.apiVersion} ${resource.kind}: no such kind`]
    try {
      new Kind(resource).validate()
      return []
    } catch (error) {
      return [`${resource.kind}: ${error instanceof Error ? error.message : ''}`]
    }
  })
  return [...faults, ...unknownFields(resources)]
}

/** The schemas allow any field; their types do not. */
function unknownFields(resources: readonly Resource[]): readonly string[] {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync('.cache/kubernetes-')
  const file = join(folder, 'manifest.ts')
  const lines = resources.map(
    (resource, at) =>
      `import type { I${resource.kind} as T${String(at)} } from 'kubernetes-models/${resource.apiVersion}'\n` +
      `export const r${String(at)}: T${String(at)} = ${JSON.stringify(resource)}`,
  )
  writeFileSync(file, lines.join('\n'))
  const program = ts.createProgram([file], {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  })
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  rmSync(folder, { recursive: true })
  return faults
}

test('Kubernetes accepts the manifest, and would not accept one with a fault', () => {
  const resources = readManifest()
  expect(faultsOf(resources)).toEqual([])
  const changed = (from: string, to: string) =>
    faultsOf(JSON.parse(JSON.stringify(resources).replace(from, to)) as readonly Resource[]).join()
  expect(changed('"replicas":2', '"replicas":"two"')).toContain('must be integer')
  expect(changed('"readinessProbe"', '"readynessProbe"')).toContain('readynessProbe')
  expect(changed('"kind":"Ingress"', '"kind":"Ingres"')).toContain('no such kind')
})

test('the manifest runs two processes as nobody special, with settings that exist', () => {
  const resources = readManifest()
  const [workload] = resources.filter(({ kind }) => kind === 'StatefulSet')
  expect(workload).toMatchObject({
    spec: {
      replicas: 2,
      template: {
        spec: {
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 10001,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              livenessProbe: { httpGet: { path: '/health/live' } },
              readinessProbe: { httpGet: { path: '/health/live' } },
              securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
            },
          ],
        },
      },
    },
  })
  const known = readFileSync('.env.example', 'utf8')
  const names = resources.flatMap(({ data, stringData }) => Object.keys(data ?? stringData ?? {}))
  expect(names).toContain('KEYHOLD_SECRET')
  expect(names.filter((name) => !known.includes(`\n${name}=`))).toEqual([])
})
