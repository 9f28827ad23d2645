/** Search, tables and keyboard shortcuts of the back office in English. */
export const enFind = {
  tables: {
    explorer: 'Open in the block explorer',
    newTab: 'opens in a new tab',
    days: 'Days (UTC)',
    lastDays: {
      one: 'Last {count} day',
      other: 'Last {count} days',
    },
    allDays: 'All days',
    calendar: 'Choose in the calendar',
    dayInvalid: 'This is no valid day',
  },
  find: {
    label: 'Search everything',
    hint: 'Order, e-mail, key, transaction or address',
    keysToo: 'Look for it among the keys',
    pages: 'Pages',
    commands: 'Commands',
    all: 'All orders with “{q}”',
    nothing: 'Nothing found so far. Enter searches all orders.',
    title: 'Keyboard shortcuts',
    lead: 'They act while you are not typing.',
    isOn: 'Use keyboard shortcuts',
    search: 'Go to the search',
    next: 'Next row',
    previous: 'Previous row',
    open: 'Open the row',
    help: 'Show this list',
    goTo: 'Go to “{tab}”',
  },
}
