import { timingSafeEqual } from 'node:crypto'
import { type Actor, HUMAN, SYSTEM } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { Deadlines } from '../deadlines'
import type { Crew } from '../crew/crew'
import { assertTakesPart as assertTakes } from '../crew/takes-part'
import * as seen from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import type { Cause } from '../journal/facts'
import { tokenHash } from '../agents/tokens'

/** Who a token speaks for. The address it comes from says nothing. */
export type Principal = (
  | { readonly kind: 'owner' }
  | { readonly kind: 'observer' }
  | { readonly kind: 'agent'; readonly agentId: string }
) & {
  /** That of everything that comes of one request, which a crash keeps together. */
  readonly cause?: Cause
}

/** Tokens that are not in the journal: made at the first start, kept in the data directory. */
export interface InstallTokens {
  readonly owner: string
  readonly observer: string
}

/** How long a login is good for. */
export const SESSION_MS = 30 * 24 * 3_600_000

/** Finds out who a token speaks for. */
export class Authenticator {
  readonly #shard: Shard
  readonly #owner: Buffer
  readonly #observer: Buffer
  readonly #sessions: Deadlines

  constructor(shard: Shard, tokens: InstallTokens) {
    this.#shard = shard
    this.#sessions = new Deadlines(shard.ports.clock)
    this.#owner = Buffer.from(tokenHash(tokens.owner), 'hex')
    this.#observer = Buffer.from(tokenHash(tokens.observer), 'hex')
  }

  /** Null when nobody knows the token. */
  principal(token: string | undefined): Principal | null {
    if (!token || token.length > 200) return null
    const hash = tokenHash(token)
    const bytes = Buffer.from(hash, 'hex')
    if (timingSafeEqual(bytes, this.#owner)) return { kind: 'owner' }
    if (timingSafeEqual(bytes, this.#observer)) return { kind: 'observer' }
    // A lookup by the hash of a 256-bit secret gives nothing away by its time.
    const record = this.#shard.token(hash)
    if (!record) return null
    if (record.expiresAt !== null && this.#isOver(hash, Date.parse(record.expiresAt))) return null
    if (record.kind === 'session') return { kind: 'owner' }
    return record.agentId === null ? null : { kind: 'agent', agentId: record.agentId }
  }

  /** By the computer's clock, which counts the time that it was off, or by the time that has gone by, if that is later. */
  #isOver(hash: string, end: number): boolean {
    const left = this.#sessions.left(hash, end - SESSION_MS, SESSION_MS)
    return left <= 0 || end <= this.#shard.ports.clock.now()
  }
}

/** Whose requests wait for each other: all of one agent, and all that come with a person's tokens. */
export function lineOf(principal: Principal): string {
  return principal.kind === 'agent' ? principal.agentId : principal.kind
}

export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,200})$/i.exec(header ?? '')?.[1]
}

export function unauthorized(): CrewError {
  return new CrewError(
    'unauthorized',
    'A token is needed: send "Authorization: Bearer <token>". The owner token is in server.json in the data directory; people open the dashboard with: crewroom open (from a checkout: npm run crewroom open).',
  )
}

/** What a principal does, it does as this actor. An observer only reads, as a person would. */
export function actorOf(principal: Principal): Actor {
  return principal.kind === 'agent' ? { kind: 'agent', id: principal.agentId } : HUMAN
}

export function byOf(principal: Principal): By {
  return {
    actor: actorOf(principal),
    cause: principal.cause ?? { kind: 'request' },
    ...(principal.kind === 'observer' ? { readsOnly: true as const } : {}),
  }
}

export const BY_SERVER: By = { actor: SYSTEM, cause: { kind: 'system' } }

/** The agent whose view this is; null sees everything. */
export function viewerOf(principal: Principal): string | null {
  return seen.viewerOf(byOf(principal))
}

/** A terminated agent takes part in nothing. */
export function assertTakesPart(shard: Shard, principal: Principal): void {
  if (principal.kind !== 'agent') return
  assertTakes(shard.crewOf(principal.agentId)?.state.agents[principal.agentId])
}

/** The crew, for whom it exists. */
export function crewFor(shard: Shard, principal: Principal, leadId: string): Crew {
  return seen.crewFor(shard, byOf(principal), leadId)
}

/** The crew of an agent that exists for the principal. */
export function crewOfAgentFor(
  shard: Shard,
  principal: Principal,
  agentId: string,
  meant?: (crew: Crew) => boolean,
): Crew {
  return seen.crewOfAgentFor(shard, byOf(principal), agentId, meant)
}
