/**
 * What helps: `passing` being asked again, `too long` a shorter conversation, `final` only a person.
 */
export type FailureKind = 'passing' | 'too long' | 'final'

/** Why a model gave no answer, or not all of it. The message is a sentence for people. */
export class ModelFailure extends Error {
  readonly kind: FailureKind
  /** How long the endpoint asks to be left alone; null if it does not say. */
  readonly retryAfterMs: number | null

  constructor(kind: FailureKind, reason: string, retryAfterMs: number | null = null) {
    super(reason)
    this.name = 'ModelFailure'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
