import type { SecretMask } from '../../journal/ports/mask-port'

/** So much is shown of what a program said on stderr. */
const SHOWN = 4_096
/** No secret is longer: one that began before what was kept has ended by then. */
const LONGEST_SECRET = 36 * 1_024

/** The end of what a program said, without secrets: a key that was cut at its beginning would not be known as one. */
export function lastWords(stderr: string, mask: SecretMask): string {
  const unsure = stderr.length > LONGEST_SECRET + SHOWN ? LONGEST_SECRET : 0
  const stream = mask.stream()
  stream.push(stderr.slice(0, unsure))
  const sure = stream.push(stderr.slice(unsure)) + stream.end()
  return sure.slice(-SHOWN).toWellFormed()
}
