import { tokensOf, type Usage } from '@crewroom/shared/model/usage'
import type { TurnPart } from '../journal/facts'
import type { EffectQuery, EndedHandOver, WrittenMessage } from '../journal/ports/effect-port'
import type { GivenData } from '../journal/ports/rollout-port'
import type { Sqlite } from './database'

/** So many messages of each group in a hand-over tell how long messages waited. */
const TIMED_MESSAGES = 20
/** Confirmations of an agent's own commands, and notices of the server. */
const NOTICES = new Set(['reply', 'system', 'history'])
/** What somebody said, and did not give as work. */
const SAID = new Set(['direct', 'broadcast', 'interrupt'])

interface Ref {
  readonly group: string
  readonly leadId: string
  /** Ordinals, or journal numbers, from and to. */
  readonly range: readonly [from: number, to: number]
}

/** A hand-over as either table has it. */
interface Found {
  readonly agentId: string
  readonly at: string
  readonly usage: string | null
  readonly deliveryIds: readonly string[]
  readonly messages: readonly Ref[]
  readonly by: 'n' | 'seq'
}

/** Prepared reads for the effect of a crew's work. Each is bounded, and reads by an index. */
export function effectRows(sqlite: Sqlite) {
  const turns = sqlite.prepare<
    [string, number],
    { agentId: string; at: string; parts: string; deliveryIds: string; usage: string | null }
  >(
    `select agent_id as agentId, at, parts, delivery_ids as deliveryIds, usage from turns
     where lead_id = ? and ended_at is not null order by ended_at desc, seq desc limit ?`,
  )
  // What programs of ACP are prompted with is there as a text, and is in `turns`; so was everybody's in earlier versions.
  const given = sqlite.prepare<[string, number], { agentId: string; at: string; data: string }>(
    `select agent_id as agentId, at, data from (
       select agent_id, at, data, turn_id from rollout_entries
       where lead_id = ? and kind = 'prompt' order by at desc limit ?)
     where turn_id is not null and data like '{"given":%'`,
  )
  const items = sqlite.prepare<[string], { kind: string; wake: number; at: string }>(
    'select kind, wake, at from deliveries where id in (select value from json_each(?))',
  )
  const timed = (column: 'n' | 'seq') =>
    sqlite
      .prepare<[string, string, number, number, string, number], string>(
        `select timestamp from chat_group_messages
         where group_name = ? and lead_id = ? and session_id = 'main' and ${column} between ? and ? and from_agent_id <> ?
         order by ${column} desc limit ?`,
      )
      .pluck()
  const timesBy = { n: timed('n'), seq: timed('seq') }
  const written = sqlite.prepare<
    [string, string, number],
    { from: string; at: string; hop: number; kind: string }
  >(
    `select from_agent_id as "from", timestamp as at, hop, kind from chat_group_messages
     where group_name = ? and lead_id = ? and session_id = 'main' order by seq desc limit ?`,
  )

  const ended = (found: Found, isTimed: boolean): EndedHandOver => {
    const own = items.all(JSON.stringify(found.deliveryIds))
    const saidAt = own.flatMap(({ kind, at }) => (SAID.has(kind) ? at : []))
    const groupAt = found.messages.flatMap(({ group, leadId, range }) =>
      isTimed ? timesBy[found.by].all(group, leadId, ...range, found.agentId, TIMED_MESSAGES) : [],
    )
    const usage = found.usage === null ? null : (JSON.parse(found.usage) as Usage)
    return {
      agentId: found.agentId,
      at: found.at,
      tokens: tokensOf(usage),
      hasContent:
        found.messages.length > 0 || own.some(({ kind, wake }) => wake === 1 || !NOTICES.has(kind)),
      waits: (isTimed ? [...groupAt, ...saidAt] : []).map((at) =>
        Math.max(0, Date.parse(found.at) - Date.parse(at)),
      ),
    }
  }

  return (leadId: string, { handOvers, timed: most, groups, messages }: EffectQuery) => {
    const found: Found[] = [
      ...turns.all(leadId, handOvers + 1).map(({ parts, deliveryIds, ...row }) => ({
        ...row,
        deliveryIds: JSON.parse(deliveryIds) as string[],
        messages: (JSON.parse(parts) as TurnPart[]).map(({ groupName: group, from, to }) => ({
          group,
          leadId,
          range: [from + 1, to] as const,
        })),
        by: 'seq' as const,
      })),
      ...given.all(leadId, handOvers + 1).map(({ data, ...row }) => ({
        ...row,
        usage: null,
        ...givenIn(JSON.parse(data) as GivenData, leadId),
        by: 'n' as const,
      })),
    ]
    const newest = found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    return {
      handOvers: newest.slice(0, handOvers).map((one, index) => ended(one, index < most)),
      messages: groups.flatMap((group): WrittenMessage[] =>
        written.all(group, leadId, messages).filter(({ kind }) => kind !== 'system'),
      ),
      hasMore: newest.length > handOvers,
    }
  }
}

function givenIn({ given }: GivenData, home: string) {
  const refs = given.flat()
  return {
    deliveryIds: refs.filter((ref) => typeof ref === 'string'),
    messages: refs.flatMap((ref): Ref[] => {
      if (typeof ref === 'string') return []
      const [group, from, to, leadId = home] = ref
      return [{ group, leadId, range: [from, to] }]
    }),
  }
}
