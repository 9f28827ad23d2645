/** An empty shop that may be filled from a backup by whoever knows the token. */
export interface SetupAccess {
  isToken(text: string): boolean
  list(): Promise<readonly { readonly file: string; readonly createdAt: Date }[]>
  /** @returns false if the file is not listed, or the shop is no longer empty. */
  request(file: string): Promise<boolean>
}
