import { existsSync } from 'node:fs'
import { runCommand } from './cli/run-command.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  out: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
})
