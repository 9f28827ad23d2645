const KEPT_MS = 60_000

/** Downloads a text as a file. */
export function downloadText(fileName: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the URL later; some browsers take a while.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
