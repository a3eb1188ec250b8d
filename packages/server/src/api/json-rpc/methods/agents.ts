import { LIMITS } from '@crewroom/shared/protocol/limits'
import { isActive } from '../../../crew/directory'
import { partAfter } from '../../../groups/keyset'
import { agentsSeenBy, cardOf, cardsOfOthers } from '../agent-card'
import { afterOf, cursorOf } from '../cursor'
import { method } from '../method'

export const agentsList = method({
  method: 'agents/list',
  summary: 'The agents of the crew that have not ended, newest first, the caller too',
  who: 'Any agent, about its crew.',
  verb: null,
  tells: [],
  run: ({ shard, by, params: { limit = LIMITS.pageDefault, cursor } }) => {
    const agents = agentsSeenBy(shard, by).filter(isActive)
    const { rows, hasMore } = partAfter(agents, afterOf(cursor), limit)
    const last = rows.at(-1)
    return {
      result: {
        agents: rows.map(cardOf),
        ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
      },
      leadIds: [],
    }
  },
})

export const agentsLookup = method({
  method: 'agents/lookup',
  summary: 'Agents by id, ended ones and other senders of messages too; unknown ids are left out',
  who: 'Any agent, about its crew.',
  verb: null,
  tells: [],
  run: ({ shard, by, params: { agentIds } }) => {
    const wanted = new Set(agentIds)
    const all = [...agentsSeenBy(shard, by).map(cardOf), ...cardsOfOthers(shard)]
    return { result: { agents: all.filter(({ id }) => wanted.has(id)) }, leadIds: [] }
  },
})

export const agentsLookupByName = method({
  method: 'agents/lookupByName',
  summary: 'Agents by name or display name, whatever the case; unknown names are left out',
  who: 'Any agent, about its crew.',
  verb: null,
  tells: [],
  run: ({ shard, by, params: { names } }) => {
    const wanted = new Set(names.map((name) => name.toLowerCase()))
    const agents = agentsSeenBy(shard, by)
      .filter(isActive)
      .map(cardOf)
      .filter(({ name, displayName }) => wanted.has(name) || wanted.has(displayName.toLowerCase()))
    return { result: { agents }, leadIds: [] }
  },
})
