import { expect, test } from 'vitest'
import type { HighWaterMark } from './high-water-mark.ts'
import { judgeDatabase, type DatabaseFigures } from './judge-database.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER_ID = '00000000-0000-4000-8000-000000000002'
const AT = '2026-11-22T10:00:00.000Z'
const mark = (changes: Partial<HighWaterMark> = {}): HighWaterMark => ({
  version: 2,
  databaseId: ID,
  formerIds: [],
  systemId: '77',
  timeline: 3,
  reserved: { aa: 20 },
  newestEvents: [{ id: '7', at: AT }],
  ...changes,
})
const figures = (changes: Partial<DatabaseFigures> = {}): DatabaseFigures => ({
  databaseId: ID,
  systemId: '77',
  timeline: 3,
  reserved: { aa: 20 },
  lacksEvents: false,
  recovered: new Set(),
  ...changes,
})
const OTHER = { databaseId: OTHER_ID, lacksEvents: true }
const RECOVERED = { ...OTHER, recovered: new Set([ID]) }

test.each([
  // what                                               mark                 database                                  verdict
  ['no mark', null, figures(), 'current'],
  ['the same figures', mark(), figures(), 'current'],
  ['more addresses', mark(), figures({ reserved: { aa: 40, bb: 20 } }), 'current'],
  ['a lower index', mark(), figures({ reserved: { aa: 19 } }), 'older'],
  [
    'a lower index of one of two',
    mark({ reserved: { aa: 20, bb: 5 } }),
    figures({ reserved: { aa: 20, bb: 4 } }),
    'older',
  ],
  ['an index that is missing', mark(), figures({ reserved: {} }), 'older'],
  ['an event less', mark(), figures({ lacksEvents: true }), 'older'],
  ['a promoted standby that lacks nothing', mark(), figures({ timeline: 4 }), 'current'],
  ['the primary of before a failover', mark(), figures({ timeline: 2 }), 'older'],
  [
    'another cluster with the same content, whatever its timeline',
    mark(),
    figures({ systemId: '88', timeline: 1 }),
    'current',
  ],
  [
    'another cluster that lacks an event',
    mark(),
    figures({ systemId: '88', timeline: 9, lacksEvents: true }),
    'older',
  ],
  ['a mark of an earlier release', mark({ systemId: '', timeline: 0 }), figures(), 'current'],
  ['another database', mark(), figures(OTHER), 'other_database'],
  [
    'another database beside a data folder that never sold',
    mark({ reserved: {}, newestEvents: [] }),
    figures(OTHER),
    'current',
  ],
  [
    'another database beside a data folder that only reserved addresses',
    mark({ reserved: { aa: 0, bb: 1 }, newestEvents: [] }),
    figures(OTHER),
    'other_database',
  ],
  [
    'another database beside a data folder that has events and no addresses',
    mark({ reserved: { aa: 0 } }),
    figures(OTHER),
    'other_database',
  ],
  [
    'another database beside a data folder whose indexes are all 0',
    mark({ reserved: { aa: 0 }, newestEvents: [] }),
    figures(OTHER),
    'current',
  ],
  ['a database whose recovery is lost', mark({ formerIds: [OTHER_ID] }), figures(OTHER), 'older'],
  ['a database recovered from', mark(), figures(RECOVERED), 'current'],
  [
    'a database recovered from, on an earlier timeline',
    mark(),
    figures({ ...RECOVERED, timeline: 1 }),
    'current',
  ],
  [
    'a database recovered from, but not its last indexes',
    mark({ reserved: { aa: 21 } }),
    figures(RECOVERED),
    'older',
  ],
] as const)('%s', (_what, known, current, verdict) => expect(judgeDatabase(known, current)).toBe(verdict))
