import { LIMITS } from '@crewroom/shared/protocol/limits'

/** Why instructions cannot be saved; undefined: they can. */
export function problemOf(instructions: string): string | undefined {
  const { length } = instructions.trim()
  if (length <= LIMITS.instructions) return undefined
  const [most, now] = [LIMITS.instructions, length].map((count) => count.toLocaleString('en-US'))
  return `Instructions have at most ${most} characters; these have ${now}.`
}
