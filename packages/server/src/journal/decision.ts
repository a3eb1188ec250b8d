import type { Actor } from '@crewroom/shared/model/participant'
import { rowOf } from './fact-table'
import { withoutSecretsIn } from './fact-texts'
import type { Cause, Draft, Envelope, FactData, FactType } from './facts'
import type { Environment, SecretMask } from './ports/mask-port'

/** What a decision is about to give an agent: known as secret to all of its facts. */
const NOTHING: Environment = {}

/**
 * Collects the facts of one decision and knows the number each will get. Nothing happens until it is committed. The
 * one gate to memory and tables: what the table of facts calls a text is masked here.
 */
export class Decision {
  readonly at: string
  readonly #head: number
  readonly #mask: SecretMask
  readonly #given: Environment
  readonly #drafts: Draft[] = []
  /** Facts in a staged file that come before the first. */
  #staged = 0

  constructor(head: number, at: string, mask: SecretMask, given: Environment = NOTHING) {
    this.#head = head
    this.at = at
    this.#mask = mask
    this.#given = given
  }

  get drafts(): readonly Draft[] {
    return this.#drafts
  }

  /** The number that the next added fact will get. */
  get nextSeq(): number {
    return this.#head + this.#staged + this.#drafts.length + 1
  }

  /** Its first fact follows so many that a staged file has, and brings them. */
  follow(staged: number): void {
    if (this.#drafts.length > 0) throw new Error('facts of a staged file come first')
    this.#staged = staged
  }

  /** Adds a fact and returns it as it will be remembered: what a verb answers with, or builds on. */
  add<T extends FactType>(type: T, data: FactData[T]): FactData[T] {
    const stored = this.asStored(type, data)
    if (type === 'agent:environment')
      this.#assertMasked((data as FactData['agent:environment']).values)
    this.#drafts.push({ type, data: stored } as Draft)
    return stored
  }

  /** A fact as it would be remembered. */
  asStored<T extends FactType>(type: T, data: FactData[T]): FactData[T] {
    return withoutSecretsIn(data, rowOf(type).texts, this.#mask)
  }

  /** Facts before this one may contain the values, too. */
  #assertMasked(values: Environment): void {
    for (const [name, value] of Object.entries(values)) {
      if (this.#given[name] === value) continue
      throw new Error('a decision is told at its beginning which variables it will give')
    }
  }

  /** Its facts, numbered from the head of their crew on. */
  envelopes(leadId: string, head: number, actor: Actor, cause: Cause): Envelope[] {
    if (this.#drafts.length > 0 && this.#head !== head) {
      throw new Error('the crew changed between a decision and its commit')
    }
    return this.#drafts.map(
      ({ type, data }, index) =>
        ({
          leadId,
          seq: head + this.#staged + index + 1,
          v: 1,
          at: this.at,
          actor,
          cause,
          type,
          data,
          ...(index === 0 && this.#staged > 0 ? { staged: this.#staged } : {}),
        }) as Envelope,
    )
  }
}
