import type { Shard } from '../crew/shard'

/** More answers than this are never looked for. */
const MOST = 100

/** Answers to an agent's commands that it was not handed yet, oldest first: what its record does not say of them so far. */
export function waitingReplies(shard: Shard, agentId: string): readonly string[] {
  const crew = shard.crewOf(agentId)
  if (!crew) return []
  const { inHand } = crew
  const ids = inHand
    .pending(agentId)
    .flatMap(({ id, kind }) => (kind === 'reply' ? [id] : []))
    .slice(-MOST)
  const unknown = ids.filter((id) => !inHand.fresh.get(id))
  const stored = new Map(
    unknown.length === 0
      ? []
      : shard.ports.reader.deliveries(unknown).map((delivery) => [delivery.id, delivery] as const),
  )
  return ids.flatMap((id) => {
    const content = (inHand.fresh.get(id) ?? stored.get(id))?.content
    return content?.form === 'text' ? [content.text] : []
  })
}
