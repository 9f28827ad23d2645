// Puts the browser's time zone into the form; without it the acknowledgement says the time in UTC alone.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
document.querySelector('[data-time-zone]')?.setAttribute('value', timeZone)
