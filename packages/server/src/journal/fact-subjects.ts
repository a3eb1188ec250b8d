import { type ConfirmedInboxes, type FactData, REPLACED, type StreamPosition } from './facts'

/**
 * Something that a fact says the latest of. A later fact replaces that when it says something of the same name and
 * reaches at least as far: a place that only goes forward is not set back by what comes later.
 */
export interface Subject {
  readonly name: string
  readonly upTo: number
}

interface OfAgent {
  readonly agentId: string
}

/** Where any later fact counts. */
const latest = (name: string): Subject => ({ name, upTo: 0 })

export const ofStall = ({ agentId }: OfAgent) => [latest(`stall ${agentId}`)]
export const ofInstructions = ({ agentId }: OfAgent) => [latest(`instructions ${agentId}`)]
export const ofMemory = ({ agentId }: OfAgent) => [latest(`session ${agentId}`)]
export const ofProcess = ({ agentId }: OfAgent) => [latest(`process ${agentId}`)]
export const ofStream = ({ agentId, stream }: StreamPosition) => [
  latest(`stream ${agentId} ${stream}`),
]

/** Those in a row say the same; what else a file leaves out is in it once. */
export const ofOmitted = ({ was }: FactData['fact:omitted']) =>
  was === REPLACED ? [latest('omitted')] : []

/** Each agent for itself: a fact about many is replaced when the last of them has confirmed something later. */
export function ofInboxes(confirmed: ConfirmedInboxes): readonly Subject[] {
  const { stays, addressed, chains, attached, detached } = confirmed
  return [
    ...stays.flatMap(({ group, joined, agents }) =>
      agents.map((agent) => latest(`stay ${agent} ${joined} ${group}`)),
    ),
    ...addressed.flatMap((entry): Subject[] => {
      const { agent, upTo } = entry
      // Its place is not comparable with that of others: it is read together with what it leaves out.
      if ('skipped' in entry) return [latest(`skipped ${agent} ${upTo}`)]
      const beyond = entry.beyond.map((seq) => latest(`beyond ${agent} ${seq}`))
      return [{ name: `addressed ${agent}`, upTo }, ...beyond]
    }),
    ...chains.flatMap(({ agents }) => agents.map((agent) => latest(`chain ${agent}`))),
    ...attached.map((agent) => latest(`hand ${agent}`)),
    ...detached.map(({ agent }) => latest(`hand ${agent}`)),
  ]
}
