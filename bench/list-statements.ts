const LISTED = 40

/** Prints the statements that were sent most often. @param share what their numbers are divided by, such as orders or seconds. */
export function listStatements(title: string, statements: ReadonlyMap<string, number>, share: number): void {
  console.log(`\n${title}`)
  const most = [...statements].sort(([, one], [, other]) => other - one).slice(0, LISTED)
  for (const [text, times] of most)
    console.log(`${(times / share).toFixed(2).padStart(7)}  ${text.slice(0, 180)}`)
}
