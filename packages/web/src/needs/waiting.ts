import type { Message } from '@crewroom/shared/model/message'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type AgentAsks, useAsks } from '../permissions/asks'
import { countMentions, waitsForAnswer } from './count-needs'
import { useMentions } from './mentions'

/** One thing that waits for a person: requests of one agent, what else the server opened, or a message that mentions them. */
export type Waiting = { readonly key: string; readonly at: string } & (
  | { readonly asks: AgentAsks }
  | { readonly need: NeedRecord }
  | { readonly mention: Message }
)

/** Requests for permission come first: their agents stand still, and time refuses them. */
const isAsk = (own: Waiting) => 'asks' in own

/** All that waits in one crew, longest first: what is new is added below its like. */
export function useWaiting(state: CrewState): {
  readonly waiting: readonly Waiting[]
  /** Messages that mention the person could not be had. */
  readonly isError: boolean
} {
  const query = useMentions(state.lead.id)
  const mentions = (query.data?.messages ?? []).filter((message) => waitsForAnswer(state, message))
  const asks = useAsks(state)
  const needs = Object.values(state.needs).filter(({ kind }) => kind !== 'permission')
  const waiting: Waiting[] = [
    ...asks.map((own) => ({ key: `asks ${own.agentId}`, at: own.at, asks: own })),
    ...needs.map((need) => ({ key: need.id, at: need.createdAt, need })),
    ...mentions.map((mention) => ({ key: mention.id, at: mention.timestamp, mention })),
  ]
  return {
    waiting: waiting.toSorted(
      (a, b) => Number(isAsk(b)) - Number(isAsk(a)) || a.at.localeCompare(b.at),
    ),
    isError: query.isError && countMentions(state) > 0,
  }
}
