import { useState } from 'react'
import type { EditionId } from '#shared/editions.ts'
import type { KeyStatus } from '#shared/admin-api.ts'
import { formatCount, plural } from '#texts/format.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Ago } from '#web/admin/ago.tsx'
import { Button } from '#web/admin/button.tsx'
import { Card } from '#web/admin/card.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DayRange } from '#web/admin/day-range.tsx'
import { EditionFilter } from '#web/admin/edition-filter.tsx'
import { EmailCell } from '#web/admin/email-cell.tsx'
import { Figures, StatFigures } from '#web/admin/figures.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { InnerTabs } from '#web/admin/inner-tabs.tsx'
import { BatchNote } from '#web/admin/many/batch-note.tsx'
import { MomentField } from '#web/admin/moment-field.tsx'
import { NavTools } from '#web/admin/nav/nav-tools.tsx'
import { CheckField, SelectField } from '#web/admin/select-field.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { HintedField, TextField } from '#web/admin/text-field.tsx'
import { useToast } from '#web/admin/toasts.tsx'

/** Every component of the back office once, in the language and the colours that are chosen. Only the demo has this page. */
export function ComponentsPage() {
  const { nav } = useAdmin().texts
  return (
    <main className="components stack">
      <h1>{nav.components}</h1>
      <NavTools />
      <Buttons />
      <Fields />
      <Table />
      <States />
    </main>
  )
}

function Buttons() {
  const { texts } = useAdmin()
  const { keys, many, shell, orders, pages } = texts
  const showToast = useToast()
  return (
    <Card id="components-buttons" title={keys.actions} level={2}>
      <div className="row">
        <Button
          look="main"
          onClick={() => showToast('good', shell.copied, () => showToast('good', many.undone))}
        >
          {keys.generate}
        </Button>
        <Button onClick={() => showToast('bad', texts.errors.unknown)}>{orders.resend}</Button>
        <ConfirmButton
          look="danger"
          confirm={{
            title: keys.deleteTitle,
            question: keys.deleteQuestion,
            action: keys.delete,
            onConfirm: () => undefined,
          }}
        >
          {keys.delete}
        </ConfirmButton>
        <Button look="quiet">{shell.cancel}</Button>
        <Button isBusy>{keys.generating}</Button>
        <Button isSmall disabled>
          {pages.next}
        </Button>
      </div>
      <p className="badges">
        <span className="badge">{orders.simulated}</span>
        <span className="badge badge-available">{orders.statuses.confirmed}</span>
        <span className="badge badge-held">{orders.statuses.partial}</span>
        <span className="badge badge-retired">{orders.statuses.review}</span>
      </p>
    </Card>
  )
}

function Fields() {
  const { texts, editionIds, editionName } = useAdmin()
  const { bulletins, people, keys, find } = texts
  const [moment, setMoment] = useState('2026-03-30T16:30')
  const [edition, setEdition] = useState<EditionId>('all')
  const [range, setRange] = useState({ from: '2026-03-30', to: '' })
  const [isOn, setIsOn] = useState(true)
  return (
    <Card id="components-fields" title={people.invite} level={2}>
      <div className="filters">
        <EditionFilter edition={edition} onChoose={setEdition} />
      </div>
      <DayRange range={range} isOptional onChange={setRange} />
      <MomentField label={bulletins.wrongFrom} moment={moment} onChoose={setMoment} />
      <Form onSend={() => Promise.resolve()}>
        <TextField label={people.email} onType={() => undefined} />
        <HintedField label={keys.count} fault={keys.errors.count} defaultValue="500" />
        <SelectField
          label={keys.edition}
          value={editionIds[0] ?? ''}
          options={editionIds}
          nameOf={editionName}
          onChoose={() => undefined}
        />
        <CheckField isChecked={isOn} onCheck={setIsOn}>
          <span>{find.isOn}</span>
        </CheckField>
        <SubmitButton>{people.invite}</SubmitButton>
      </Form>
    </Card>
  )
}

interface SampleKey {
  readonly key: string
  readonly status: KeyStatus
  readonly email: string | null
}

const SAMPLES: readonly SampleKey[] = [
  { key: 'DEMO-AAAA-BBBB-CCCC', status: 'available', email: null },
  { key: 'DEMO-DDDD-EEEE-FFFF', status: 'used', email: 'a.long.name.of.a.mailbox@mail.of.a.company.example' },
  { key: 'DEMO-GGGG-HHHH-JJJJ', status: 'retired', email: 'b…@example.com' },
]

function Table() {
  const { keys } = useAdmin().texts
  const [at] = useState(() => new Date().toISOString())
  const columns: readonly Column<SampleKey>[] = [
    { label: keys.key, as: 'title', small: 'start', cell: ({ key }) => <InlineCode>{key}</InlineCode> },
    {
      label: keys.state,
      small: 'end',
      sort: { direction: 'ascending', onSort: () => undefined },
      cell: ({ status }) => <span className={`badge badge-${status}`}>{keys.status[status]}</span>,
    },
    { label: keys.created, small: 'edge', cell: () => <Ago at={at} /> },
    { label: keys.buyer, as: 'wide', small: 'below', cell: ({ email }) => <EmailCell email={email} /> },
  ]
  return (
    <section className="tab-content stack" aria-labelledby="components-table">
      <h2 id="components-table">{keys.list}</h2>
      <DataTable caption={keys.list} columns={columns} rows={SAMPLES} keyOf={({ key }) => key} />
    </section>
  )
}

const TABS = ['stats', 'list', 'generate'] as const

function States() {
  const { texts, language } = useAdmin()
  const { keys, many, statistics, orders, overview } = texts
  const [tab, setTab] = useState<(typeof TABS)[number]>('stats')
  const figures = [
    [keys.status.available, formatCount(language, 471)],
    [keys.status.used, formatCount(language, 29)],
    [keys.total, formatCount(language, 500)],
  ] as const
  return (
    <Card id="components-states" title={statistics.title} level={2}>
      <InnerTabs
        label={keys.title}
        tabs={TABS.map((id) => ({ id, label: keys.tabs[id] }))}
        current={tab}
        onChoose={setTab}
      >
        <StatFigures figures={figures} />
      </InnerTabs>
      <Figures figures={figures} />
      <p className="note">{overview.nothing}</p>
      <p className="note note-warn">{keys.low}</p>
      <p className="note note-bad">{keys.empty}</p>
      <EmptyState text={orders.empty} />
      <EmptyState isLine text={overview.nothing} />
      <Skeleton lines={2} />
      <BatchNote
        hasFocus={false}
        summary={plural(language, many.retiredMany, 11)}
        notDone={[{ id: '1', name: 'DEMO-AAAA-BBBB-CCCC', reason: texts.errors.KEY_HELD }]}
        onUndo={() => undefined}
        onClose={() => undefined}
      />
    </Card>
  )
}
