import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as z from 'zod'
import type { PeopleReply } from '#shared/admin-api.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { navigateTo } from '#web/admin/admin-location.ts'
import { SALES, type SaleListResult } from '#web/admin/elsewhere/sale-calls.ts'
import { ORDERS, type OrderListResult } from '#web/admin/orders/order-calls.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'
import { findEntries, type SearchEntry } from './find-entries.ts'
import { newUuid } from '#web/admin/bulletins/new-uuid.ts'
import { signOut } from '#web/admin/session-end.ts'
import { allowedTabs } from '#web/admin/tab-list.ts'
import { chooseTheme, THEMES } from '#web/admin/theme.ts'

const PAUSE_MS = 200
/** Shorter texts are the begin of too much. */
const SERVER_FROM_CHARS = 2
const ORDERS_SHOWN = 6
const SALES_SHOWN = 3
const ENTRIES_SHOWN = 5

export interface FoundGroup {
  readonly id: string
  readonly label: string
  readonly entries: readonly SearchEntry[]
}

/**
 * What a text finds: orders by id, e-mail, key, transaction and address, as far as the server finds them for the user's
 * role; sales made elsewhere by reference; the people of the shop; pages and commands.
 */
export function useFound(typed: string): {
  readonly groups: readonly FoundGroup[]
  readonly isPending: boolean
} {
  const { texts } = useAdmin()
  const may = useMay()
  const q = useSettled(typed.trim())
  const isAsked = q.length >= SERVER_FROM_CHARS
  const orders = useRead<OrderListResult>(
    ['orders', 'found', q],
    `${ORDERS}?${new URLSearchParams({ q, limit: String(ORDERS_SHOWN) }).toString()}`,
    { enabled: isAsked && may('orders.read'), placeholderData: keepPreviousData },
  )
  const sales = useRead<SaleListResult>(
    ['orders', 'elsewhere', 'found', q],
    `${SALES}?${new URLSearchParams({ q, limit: String(SALES_SHOWN) }).toString()}`,
    { enabled: isAsked && may('orders.read'), placeholderData: keepPreviousData },
  )
  const people = useRead<z.infer<typeof PeopleReply>>(['people'], '/functions/people', {
    enabled: isAsked && may('people.manage'),
  })
  const { pages, commands } = useEntries()
  const found = isAsked ? (orders.data?.orders ?? []) : []
  const elsewhere = isAsked ? (sales.data?.orders ?? []) : []
  const staff = isAsked ? (people.data?.people ?? []) : []
  const asLists =
    q === ''
      ? []
      : [
          {
            id: 'all',
            label: fill(texts.find.all, { q: `\u2068${q}\u2069` }),
            open: () => navigateTo({ tab: 'orders', filters: { q } }),
          },
          ...(may('keys.read')
            ? [
                {
                  id: 'keys-too',
                  label: texts.find.keysToo,
                  open: () => navigateTo({ tab: 'keys', rest: ['list'], filters: { q } }),
                },
              ]
            : []),
        ]
  const groups: readonly FoundGroup[] = [
    {
      id: 'orders',
      label: texts.orders.title,
      entries: [
        ...found.map(({ id, email, status }) => ({
          id: `order-${id}`,
          label: lineOf(
            id.slice(0, INVOICE_FILE_ID_CHARS),
            email ?? texts.orders.erased,
            texts.orders.statuses[status],
          ),
          open: () => navigateTo({ tab: 'orders', rest: [id] }),
        })),
        ...asLists,
      ],
    },
    {
      id: 'elsewhere',
      label: texts.elsewhere.title,
      entries: elsewhere.map(({ id, reference, email, state }) => ({
        id: `sale-${id}`,
        label: lineOf(reference, email ?? texts.orders.erased, texts.elsewhere.states[state]),
        open: () => navigateTo({ tab: 'elsewhere', filters: { q: id } }),
      })),
    },
    {
      id: 'people',
      label: texts.people.title,
      entries: findEntries(
        staff.map(({ id, email }) => ({
          id: `person-${id}`,
          label: email,
          open: () => navigateTo({ tab: 'people' }),
        })),
        q,
      ).slice(0, ENTRIES_SHOWN),
    },
    { id: 'pages', label: texts.find.pages, entries: findEntries(pages, q).slice(0, ENTRIES_SHOWN) },
    { id: 'commands', label: texts.find.commands, entries: findEntries(commands, q).slice(0, ENTRIES_SHOWN) },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isPending: typed.trim() !== q || orders.isFetching || sales.isFetching,
  }
}

/** Joins parts, each in its own direction of writing. */
function lineOf(...parts: readonly string[]): string {
  return parts.map((part) => `\u2068${part}\u2069`).join(' · ')
}

/** A text once its typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The pages that the user may open, and what they may begin from anywhere. */
function useEntries(): { readonly pages: readonly SearchEntry[]; readonly commands: readonly SearchEntry[] } {
  const { texts } = useAdmin()
  const may = useMay()
  const { tabs, keys, nav, shell, bulletins } = texts
  const pages = allowedTabs(may).map((tab) => ({
    id: tab,
    label: tabs[tab],
    open: () => navigateTo({ tab }),
  }))
  const keyTab = (tab: 'generate' | 'import' | 'list') => ({
    id: `keys-${tab}`,
    label: keys.tabs[tab],
    open: () => navigateTo({ tab: 'keys', rest: [tab] }),
  })
  const commands = [
    ...(may('keys.read') ? [keyTab('list')] : []),
    ...(may('keys.generate') ? [keyTab('generate')] : []),
    ...(may('keys.import') ? [keyTab('import')] : []),
    ...(may('bulletins.send')
      ? [
          {
            id: 'bulletin',
            label: bulletins.add,
            open: () => navigateTo({ tab: 'bulletins', rest: [newUuid()] }),
          },
        ]
      : []),
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      label: nav.themes[theme],
      open: () => chooseTheme(theme),
    })),
    { id: 'home', label: shell.home, open: () => location.assign('/') },
    { id: 'sign-out', label: shell.signOut, open: signOut },
  ]
  return { pages, commands }
}
