import type { CallGroup } from '../call-notes.ts'

/** The calls about stock that only the back office uses. */
export const OFFICE_STOCK: CallGroup = {
  document: 'office',
  name: 'Stock',
  description: 'Imports, holds and exports of keys. Single keys are changed by /functions/manage-game-keys.',
  calls: {
    'POST /functions/import-keys': {
      id: 'checkImport',
      summary: 'Send a list of keys to be checked',
      description:
        'One key per line, or CSV of `key,edition`, at most 32 MB. Nothing is added yet: the reply says what a commit would add.',
      refuses: ['413 TOO_LARGE'],
      takes: ['text/csv', 'text/plain'],
    },
    'POST /functions/import-keys/commit': {
      id: 'commitImport',
      summary: 'Add the keys of a checked list',
      description: 'All or none, unless `isPartial` asks for the good lines only.',
      refuses: ['404 IMPORT_NOT_FOUND', '409 IMPORT_STARTED', '409 IMPORT_HAS_FAULTS'],
    },
    'GET /functions/import-keys/{id}': {
      id: 'readImport',
      summary: 'Read the state of an import',
      description: 'What was found in the list, and how many keys are added.',
      refuses: ['404 IMPORT_NOT_FOUND'],
    },
    'DELETE /functions/import-keys/{id}': {
      id: 'discardImport',
      summary: 'Discard a checked list',
      description: 'It succeeds also where there is none.',
    },
    'POST /functions/retire-keys': {
      id: 'retireList',
      summary: 'Retire the keys of a list',
      description:
        'Whole keys as they were pasted. The reply names the places in the list, from 0, whose key was not retired.',
    },
    'GET /functions/export-keys': {
      id: 'exportKeys',
      summary: 'Download keys as CSV',
      description: 'All keys that the filter finds, with their buyers.',
      sends: 'text/csv',
    },
    'GET /functions/key-holds': {
      id: 'listKeyHolds',
      summary: 'List the editions whose keys are held until release',
      description: 'With the number of paid copies that wait.',
    },
    'POST /functions/key-holds': {
      id: 'changeKeyHold',
      summary: 'Hold the keys of an edition, or release them',
      description: 'Released keys are delivered to all paid orders.',
    },
    'GET /functions/quarantined-keys': {
      id: 'listQuarantinedKeys',
      summary: 'List keys that a restore has set aside',
      description: 'They may have been sold after the backup was made.',
    },
    'POST /functions/quarantined-keys': {
      id: 'decideQuarantinedKeys',
      summary: 'Decide about keys that were set aside',
      description: 'They go back to stock, or are retired.',
    },
    'GET /functions/export-quarantined-keys': {
      id: 'exportQuarantinedKeys',
      summary: 'Download the keys that were set aside as CSV',
      description: 'To compare them with the mails that were sent.',
      sends: 'text/csv',
    },
  },
}
