import { CrewError } from '@crewroom/shared/protocol/errors'
import { iso } from '../clock'
import type { Shard } from '../crew/shard'
import { tokenHash } from '../agents/tokens'
import { BY_SERVER, SESSION_MS } from './principal'

const CODE_MS = 10 * 60_000
const MAX_CODES = 100

/** Single-use codes that a browser trades for a session token. In memory: a restart ends them. */
export class LoginCodes {
  readonly #shard: Shard
  /**
   * When each ends, by both clocks: one of them stands still while the computer sleeps, the other one can be set back.
   */
  readonly #codes = new Map<string, { readonly at: number; readonly monotonic: number }>()

  constructor(shard: Shard) {
    this.#shard = shard
  }

  issue(): string {
    const code = this.#shard.ports.ids.secret()
    const { clock } = this.#shard.ports
    for (const hash of this.#codes.keys()) {
      if (this.#isOver(hash) || this.#codes.size >= MAX_CODES) this.#codes.delete(hash)
    }
    this.#codes.set(tokenHash(code), {
      at: clock.now() + CODE_MS,
      monotonic: clock.monotonic() + CODE_MS,
    })
    return code
  }

  /** Trades a code for a session token, once. */
  redeem(code: string): { token: string; expiresAt: string } {
    const hash = tokenHash(code)
    if (this.#isOver(hash)) {
      throw new CrewError(
        'unauthorized',
        'This login link has been used or has expired. For a new one, run: crewroom open (from a checkout: npm run crewroom open).',
      )
    }
    const token = this.#shard.ports.ids.secret()
    const expiresAt = iso(this.#shard.ports.clock.now() + SESSION_MS)
    this.#shard.addSessionToken(
      { hash: tokenHash(token), kind: 'session', agentId: null, expiresAt },
      BY_SERVER,
    )
    this.#codes.delete(hash)
    return { token, expiresAt }
  }

  #isOver(hash: string): boolean {
    const ends = this.#codes.get(hash)
    const { clock } = this.#shard.ports
    return !ends || ends.at <= clock.now() || ends.monotonic <= clock.monotonic()
  }
}
