/** Has the browser fetch a file of the shop's and keep it, under the name the shop gives it. */
export function downloadFile(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
