/** Downloads a file of the shop under the name the shop gives it. */
export function downloadFile(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
