const STORED_AS = 'adminShortcuts'

/** Whether keyboard shortcuts are on, in this browser; they are unless they were turned off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORED_AS) !== 'off'
}

export function storeShortcuts(isOn: boolean): void {
  localStorage.setItem(STORED_AS, isOn ? 'on' : 'off')
}
