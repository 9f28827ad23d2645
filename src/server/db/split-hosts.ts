const FORM = /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?]*)(.*)$/

/**
 * Splits the URL of one or more PostgreSQL servers, of which one is the primary:
 * `postgres://user:password@one:5432,other:5432/database`. A host without a port has 5432.
 *
 * @returns a URL for each host alone; null if the text is no such URL.
 */
export function splitHosts(url: string): readonly string[] | null {
  const [, protocol = '', account = '', hosts = '', rest = ''] = FORM.exec(url) ?? []
  if (protocol === '') return null
  const urls = hosts.split(',').map((host) => protocol + account + host + rest)
  const isHost = (one: string) => URL.canParse(one) && (urls.length === 1 || new URL(one).hostname !== '')
  return urls.every(isHost) ? urls : null
}

/** The URL of another database on the same servers. */
export function withDatabaseName(url: string, name: string): string {
  const [, protocol = '', account = '', hosts = '', rest = ''] = FORM.exec(url) ?? []
  const [, query = ''] = /(\?.*)?$/.exec(rest) ?? []
  return `${protocol}${account}${hosts}/${encodeURIComponent(name)}${query}`
}
