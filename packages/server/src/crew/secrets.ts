import { cut } from '@crewroom/shared/model/cut'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { SecretMask } from '../journal/ports/mask-port'
import type { Crew } from './crew'
import type { Shard } from './shard'

/**
 * A text from outside of which something else is made before it becomes a fact: a name, a part of a sentence. What is
 * stored as it is said is masked by the decision. `limit` counts after the mask, which may be longer than the secret.
 */
export function withoutSecrets(shard: Shard, crew: Crew, text: string, limit: number): string {
  return masked(shard.maskOf(crew), text, limit)
}

export function masked(mask: SecretMask, text: string, limit: number): string {
  return cut(mask.mask(text.toWellFormed()), limit)
}

/** Whether any text in what somebody gave, at any depth, holds a secret. */
export function holdsSecret(mask: SecretMask, value: unknown): boolean {
  if (typeof value === 'string') return mask.mask(value) !== value
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((part) => holdsSecret(mask, part))
}

/** Names by which something is found again, and what programs are started with: masked they would be others. */
export function assertNoSecret(mask: SecretMask, field: string, value: unknown): void {
  if (!holdsSecret(mask, value)) return
  throw new CrewError(
    'validation',
    `${field} contains a secret, and everybody who sees the crew would see it. Put secrets into variables.`,
    { fields: { [field]: 'must not contain a secret' } },
  )
}
