import { cut } from '@crewroom/shared/model/cut'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Shard } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'
import { joined } from '../journal/given-refs'
import type { Given, GivenData, GivenItem, GivenRef } from '../journal/ports/rollout-port'
import { type InboxPage, itemsOfPage } from './inbox-page'
import { promptLines } from './prompt-lines'
import { itemsOf } from './turn-items'

/** What a page brings, as the agent's record keeps it. */
export function givenItems(shard: Shard, agentId: string, page: InboxPage): GivenItem[] {
  return itemsOfPage(page).map(({ item, repeat }) => ({
    id: item.id,
    ref: refOf(shard, agentId, item),
    bytes: item.bytes,
    repeat,
    isRound: item.round !== undefined,
  }))
}

export interface Hand {
  /** The hand-over; null for one that only repeats an earlier one. */
  readonly turnId: string | null
  /** They are announced as repeats. */
  readonly repeats: boolean
}

/** The same for what is written to a program as lines. */
export function givenLines(
  shard: Shard,
  agentId: string,
  items: readonly TurnItem[],
  hand: Hand,
): Given {
  const round = items.find((item) => item.round)
  return {
    isRound: round !== undefined,
    refs: joined(items.map((item) => refOf(shard, agentId, item))),
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    repeats: hand.repeats ? items.length : 0,
    areLines: true,
    turnId: hand.turnId === null ? null : (round?.id ?? hand.turnId),
  }
}

function refOf(shard: Shard, agentId: string, item: TurnItem): GivenRef {
  const { leadId, groupName, n, messageId } = item
  if (messageId === null || groupName === null || n === null) return item.id
  const isHome = shard.crewOf(agentId)?.state.lead.id === leadId
  return isHome ? [groupName, n, n] : [groupName, n, n, leadId]
}

/** Entries of a record with the texts of what was handed over, read from the tables at once for all of them. */
export function withGivenTexts(
  shard: Shard,
  leadId: string,
  agentId: string,
  entries: readonly RolloutEntry[],
): RolloutEntry[] {
  return withGiven(shard, leadId, agentId, entries).map(({ entry }) => entry)
}

/** An entry, and what was handed over with it; nothing where the entry has its own text. */
export interface WithGiven {
  readonly entry: RolloutEntry
  readonly items: readonly TurnItem[]
}

/** The same with what is known of each thing that was handed over. */
export function withGiven(
  shard: Shard,
  leadId: string,
  agentId: string,
  entries: readonly RolloutEntry[],
): readonly WithGiven[] {
  const all = entries.flatMap(({ data }) => givenOf(data)?.given ?? [])
  if (all.length === 0) return entries.map((entry) => ({ entry, items: [] }))
  const found = itemsAt(shard, leadId, agentId, all.flat())
  const mask = shard.maskOf(shard.crewOf(agentId) ?? null)
  return entries.map((entry) => {
    const data = givenOf(entry.data)
    if (!data) return { entry, items: [] }
    const handOvers = data.given.map((refs) => refs.flatMap((ref) => found(ref)))
    const missing = handOvers.flat().filter((item) => item === null).length
    const items = handOvers.map((handOver) => handOver.filter((item) => item !== null))
    const { repeats = 0 } = data
    const lines = data.lines
      ? items.flatMap((handOver) => [
          ...(repeats > 0 ? [TEXT.repeat(repeats)] : []),
          ...promptLines(shard, handOver),
        ])
      : items.flat().map(({ text }) => text)
    if (missing > 0) lines.push(TEXT.givenGone(missing))
    const text = mask.mask(lines.join('\n')).toWellFormed()
    const told: RolloutEntry = {
      ...entry,
      text: cut(text, LIMITS.rolloutEntry),
      cut: text.length > LIMITS.rolloutEntry,
      data: data.lines ? null : { deliveryIds: items.flat().map(({ id }) => id), repeats },
    }
    return { entry: told, items: items.flat() }
  })
}

function givenOf(data: RolloutEntry['data']): GivenData | null {
  return Array.isArray(data?.['given']) ? (data as unknown as GivenData) : null
}

/** Finds what these refer to: null for what was deleted with its crew. */
function itemsAt(
  shard: Shard,
  home: string,
  agentId: string,
  refs: readonly GivenRef[],
): (ref: GivenRef) => (TurnItem | null)[] {
  const { reader } = shard.ports
  const found = new Map<string, TurnItem>()
  for (const { leadId, group, ranges } of byGroup(home, refs)) {
    const crew = shard.findCrew(leadId)
    if (!crew) continue
    for (const [from, to] of ranges) {
      const messages = reader.messagesByN(leadId, group, from, to)
      for (const item of itemsOf(shard, crew, agentId, messages, [], [])) {
        found.set(place(leadId, group, item.n ?? 0), item)
      }
    }
  }
  const deliveries = reader.deliveries(refs.filter((ref) => typeof ref === 'string'))
  for (const crew of shard.crewsOf(agentId)) {
    const own = deliveries.filter((delivery) => delivery.leadId === crew.state.lead.id)
    for (const item of itemsOf(shard, crew, agentId, [], own, [])) found.set(item.id, item)
  }
  return (ref) => {
    if (typeof ref === 'string') return [found.get(ref) ?? null]
    const [group, from, to, leadId = home] = ref
    return Array.from(
      { length: to - from + 1 },
      (_, index) => found.get(place(leadId, group, from + index)) ?? null,
    )
  }
}

function place(leadId: string, group: string, n: number): string {
  return `${leadId} ${group} ${n}`
}

interface OfGroup {
  readonly leadId: string
  readonly group: string
  /** Ascending, and apart from each other. */
  readonly ranges: [from: number, to: number][]
}

function byGroup(home: string, refs: readonly GivenRef[]): OfGroup[] {
  const groups = new Map<string, OfGroup>()
  for (const ref of refs) {
    if (typeof ref === 'string') continue
    const [group, from, to, leadId = home] = ref
    const key = `${leadId} ${group}`
    let known = groups.get(key)
    if (!known) groups.set(key, (known = { leadId, group, ranges: [] }))
    known.ranges.push([from, to])
  }
  return [...groups.values()].map(({ ranges, ...rest }) => ({ ...rest, ranges: merged(ranges) }))
}

function merged(ranges: readonly [number, number][]): [number, number][] {
  const list: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = list.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else list.push([from, to])
  }
  return list
}
