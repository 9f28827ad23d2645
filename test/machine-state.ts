import type { MachineState } from '#server/machine/machine.ts'

/** A machine with room on its disks and the right time. */
export const HEALTHY_MACHINE: MachineState = {
  host: 'shop-1',
  disks: [],
  aheadOfDatabaseS: 0,
  aheadOfWorldS: null,
  isRecordFailing: false,
}
