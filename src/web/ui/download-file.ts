/** Downloads a file of the shop, under the name the shop gives it unless another is given. */
export function downloadFile(path: string, name = ''): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}
