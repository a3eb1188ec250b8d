import { KEY_HEADER } from '@crewroom/shared/client/creating'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { answersSince } from '../../crew/founding-requests'
import type { By, Shard } from '../../crew/shard'
import type { AnsweredRequest } from '../../journal/facts'
import { hashOf } from './request-key'
import type { Vault } from './vault'

/** A request that creates something, and a key by which whoever asks knows it. */
export interface KeyedRequest {
  /** Who asks: a key is theirs alone. */
  readonly who: string
  readonly key: string
  /** A hash of what is asked. */
  readonly asked: string
}

export interface KeptAnswer {
  readonly status: number
  readonly text: string
}

/** What there is to know of an answer before it is kept. */
interface Kept extends KeptAnswer {
  /** Values in it that must be in no journal. */
  readonly secrets: readonly string[]
  /** The crew begins with it. */
  readonly founds: boolean
}

/** One try at a request. */
export interface Attempt {
  /** What the first try was answered; null: this is the first. */
  readonly first: KeptAnswer | null
  /** Keeps the answer in the batch of the facts that `by` has just decided about the crew. */
  keep(leadId: string, by: By, answer: Kept): void
  /** It is answered, or refused. */
  end(): void
}

interface UnderWay {
  readonly asked: string
  readonly over: Promise<void>
}

/** Requests with a key create one thing, however often they are sent. */
export class Retries {
  readonly #shard: Shard
  readonly #vault: Vault
  /** What is asked under each key whose facts are not in the tables yet. */
  readonly #underWay = new Map<string, UnderWay>()

  constructor(shard: Shard, vault: Vault) {
    this.#shard = shard
    this.#vault = vault
  }

  /** Throws when the first one is under way, when it was another request, and when its answer is not there any more. */
  begin({ who, key: given, asked }: KeyedRequest): Attempt {
    const key = hashOf(who, given)
    const underWay = this.#underWay.get(key)
    const { requests } = this.#shard.ports.reader
    const before = underWay === undefined ? requests.answered(key, answersSince(this.#shard)) : null
    if ((before?.asked ?? underWay?.asked ?? asked) !== asked) throw reused()
    if (underWay !== undefined) throw underWayNow()
    if (before) return { first: this.#answerOf(before), keep: () => {}, end: () => {} }
    let isOver = (): void => {}
    const over = new Promise<void>((resolve) => (isOver = resolve))
    this.#underWay.set(key, { asked, over })
    return {
      first: null,
      keep: (leadId, by, answer) => this.#keep({ key, asked }, leadId, by, answer),
      end: () => {
        this.#underWay.delete(key)
        isOver()
      },
    }
  }

  /** As `begin`; one that is under way is waited for. */
  async beginAfter(request: KeyedRequest): Promise<Attempt> {
    const key = hashOf(request.who, request.key)
    for (;;) {
      const underWay = this.#underWay.get(key)
      if (!underWay) return this.begin(request)
      await underWay.over
    }
  }

  #keep(
    { key, asked }: Pick<AnsweredRequest, 'key' | 'asked'>,
    leadId: string,
    by: By,
    { status, text, secrets, founds }: Kept,
  ): void {
    const crew = this.#shard.crew(leadId)
    const decision = this.#shard.decideAccepted(crew)
    const isKept = text.length <= LIMITS.answerKept
    decision.add('request:answered', {
      request: {
        key,
        asked,
        status,
        ...(isKept ? this.#cut(text, secrets, key) : { parts: null, secrets: null }),
        ...(founds ? { founds } : {}),
      },
    })
    this.#shard.commit(crew, by, decision)
  }

  #cut(
    text: string,
    secrets: readonly string[],
    key: string,
  ): Pick<AnsweredRequest, 'parts' | 'secrets'> {
    if (secrets.length === 0) return { parts: [text], secrets: null }
    const literal = secrets.map((secret) => secret.replace(/[^\w]/g, '\\$&'))
    // Every other piece is a secret.
    const pieces = text.split(new RegExp(`(${literal.join('|')})`))
    const cut = pieces.filter((_, index) => index % 2 === 1)
    return {
      parts: pieces.filter((_, index) => index % 2 === 0),
      secrets: this.#vault.lock(JSON.stringify(cut), key),
    }
  }

  #answerOf({ key, status, parts, secrets }: AnsweredRequest): KeptAnswer {
    const opened = secrets === null ? '[]' : this.#vault.open(secrets, key)
    if (parts === null || opened === null) throw gone()
    const between = JSON.parse(opened) as readonly string[]
    return { status, text: parts.map((part, index) => part + (between[index] ?? '')).join('') }
  }
}

function underWayNow(): CrewError {
  return new CrewError(
    'request_under_way',
    `A request with this Idempotency-Key is still being carried out. Send it again in a second to get its answer.`,
    { retryAfter: 1 },
  )
}

function reused(): CrewError {
  const fault =
    'was used for another request. Use a new key for a new request, and repeat a request exactly as it was'
  return new CrewError('validation', `Idempotency-Key: ${fault}.`, {
    fields: { [KEY_HEADER]: fault },
  })
}

function gone(): CrewError {
  return new CrewError(
    'answer_gone',
    `You sent this request before with the same Idempotency-Key, and it was carried out once. Its answer is not here any more: the crew that it made was deleted, it was imported from another server, or it was very long. Look at what is there, or use a new key to create it again.`,
  )
}
