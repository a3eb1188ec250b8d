import type { SecretMask } from '../../journal/ports/mask-port'

/** How much of a program's stderr is shown. */
const SHOWN = 4_096
/** No secret is longer: one that began before the kept text has ended by then. */
const LONGEST_SECRET = 36 * 1_024

/** The end of what a program said, without secrets: a key whose beginning was cut off would not be recognised. */
export function lastWords(stderr: string, mask: SecretMask): string {
  const unsure = stderr.length > LONGEST_SECRET + SHOWN ? LONGEST_SECRET : 0
  const stream = mask.stream()
  stream.push(stderr.slice(0, unsure))
  const sure = stream.push(stderr.slice(unsure)) + stream.end()
  return sure.slice(-SHOWN).toWellFormed()
}
