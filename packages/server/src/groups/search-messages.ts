import { groupSlug } from '@crewroom/shared/model/group-name'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { excerptOf, type ExcerptPart } from '@crewroom/shared/text/search-words'
import type { Clock } from '../clock'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { SearchQuery } from '../journal/ports/search-port'
import { parseQuery, type TypedQuery } from './search-query'
import { viewerIn } from './sight'

export interface SearchInput {
  readonly q: string
  readonly limit: number
  readonly before?: number | undefined
}

export interface SearchResult {
  readonly hits: readonly { readonly message: Message; readonly snippet: readonly ExcerptPart[] }[]
  readonly hasMore: boolean
  /** Everything up to this number was looked at. */
  readonly asOf: number
  /** Everything that was posted before the request was looked at: the index was not behind. */
  readonly complete: boolean
  /** How many entries of the journal, messages among them, were not looked at. */
  readonly behind: number
  /** When the newest was written that was looked at; null when none was. */
  readonly searchedTo: string | null
}

/** How long an answer waits for the index before it says how far that is. */
const WAIT_MS = 1_000
/** An index that is further behind does not get there meanwhile: the answer comes at once. */
const FAR_BEHIND = 10_000
/** From so many characters of an id on, it names its agent. */
const MIN_PREFIX = 4

/** Finds messages of a crew, newest first, as the actor may see them. */
export async function searchMessages(
  shard: Shard,
  crew: Crew,
  by: By,
  input: SearchInput,
): Promise<SearchResult> {
  const typed = parseQuery(input.q)
  const leadId = crew.state.lead.id
  const head = crew.state.seq
  const { reader, search, clock } = shard.ports
  await shard.journal.durable(leadId)
  const missing = head - reader.indexedSeq(leadId)
  if (missing > 0) {
    const done = search.index(leadId)
    if (missing <= FAR_BEHIND) await atMost(clock, WAIT_MS, done)
  }
  const viewer = viewerIn(crew, by)
  const { phrases, has } = typed
  const named = typed.in.length > 0 ? typed.in.flatMap((name) => groupsNamed(crew, name)) : null
  const mine = viewer === null ? null : groupsEverOf(crew, viewer)
  const query: SearchQuery = {
    phrases,
    from:
      typed.from.length > 0 ? distinct(typed.from.flatMap((one) => writersNamed(crew, one))) : null,
    groups: asksNothing(typed)
      ? []
      : distinct(named && mine ? named.filter((name) => mine.includes(name)) : (named ?? mine)),
    has,
    earlier: typed.before,
    before: input.before ?? Number.MAX_SAFE_INTEGER,
    limit: input.limit,
    viewer,
    sessions: viewer === null ? null : sessionsWith(crew, viewer),
  }
  let found = reader.search(leadId, query)
  if (found === null) {
    await atMost(clock, WAIT_MS, search.rebuild())
    found = reader.search(leadId, query)
  }
  if (found === null) {
    throw new CrewError('busy', 'The message index is being rebuilt. Try again in a second.', {
      retryAfter: 1,
    })
  }
  return {
    hits: found.messages.map((message) => ({
      message,
      snippet: excerptOf(message.content, phrases),
    })),
    hasMore: found.hasMore,
    asOf: found.indexed,
    complete: found.indexed >= head,
    behind: Math.max(0, head - found.indexed),
    searchedTo: found.indexedAt,
  }
}

/** A query of signs alone. */
function asksNothing({ phrases, from, in: groups, has, before }: TypedQuery): boolean {
  return phrases.length + from.length + groups.length + has.length === 0 && before === null
}

function distinct(names: readonly string[]): string[]
function distinct(names: readonly string[] | null): string[] | null
function distinct(names: readonly string[] | null): string[] | null {
  return names && [...new Set(names)]
}

/** Everyone whom a text may mean: also those who have ended, and all of a name or role. */
function writersNamed(crew: Crew, text: string): string[] {
  const wanted = text.trim().toLowerCase().replace(/^@/, '')
  if (wanted === HUMAN_ID || wanted === SYSTEM_ID) return [wanted]
  const agents = Object.values(crew.state.agents)
  return agents
    .filter(
      ({ id, name, role, roleName }) =>
        id === wanted ||
        (wanted.length >= MIN_PREFIX && id.startsWith(wanted)) ||
        [name, role, roleName].some((one) => one.toLowerCase() === wanted),
    )
    .map(({ id }) => id)
}

function groupsNamed(crew: Crew, text: string): string[] {
  const wanted = text.trim().replace(/^#/, '').toLowerCase()
  const slug = groupSlug(wanted)
  return Object.values(crew.state.groups)
    .filter(({ name, displayName }) => name === slug || displayName.toLowerCase() === wanted)
    .map(({ name }) => name)
}

/** Sessions in which an agent takes part now. */
function sessionsWith({ state }: Crew, agentId: string): string[] {
  return Object.values(state.sessions).flatMap(({ id, activeAgents }) =>
    activeAgents.includes(agentId) ? [id] : [],
  )
}

/** Groups in which the participant is or was. */
function groupsEverOf(crew: Crew, viewer: string): string[] {
  return [...crew.memberships.ofAgent(viewer)].map(({ groupName }) => groupName)
}

async function atMost(clock: Clock, ms: number, done: Promise<void>): Promise<void> {
  let cancel = () => {}
  const late = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve)
  })
  await Promise.race([done, late])
  cancel()
}
