const NODES_THAT_MUST_AGREE = 2

/**
 * Whether nodes agree about a transfer: two at least say so, and none says otherwise.
 *
 * @param answers as stored with the transfer, see `Attestation`; null where nobody was asked.
 */
export function hasAgreement(answers: unknown): boolean {
  return countAgreeing(answers) >= NODES_THAT_MUST_AGREE && !isDenied(answers)
}

/** How many nodes say that it is so; 0 where nobody was asked. */
export function countAgreeing(answers: unknown): number {
  return sayings(answers).filter((says) => says === 'agrees').length
}

/** Whether a node says otherwise. */
export function isDenied(answers: unknown): boolean {
  return sayings(answers).includes('disagrees')
}

function sayings(answers: unknown): readonly unknown[] {
  if (!Array.isArray(answers)) return []
  return answers.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'says' in one ? one.says : null,
  )
}
