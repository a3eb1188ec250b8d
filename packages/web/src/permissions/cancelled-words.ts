import type { CrewState } from '@crewroom/shared/state/crew-state'

/** What the end of their work does to requests for permission of these agents; null if none waits. */
export function cancelledWords(
  { needs }: Pick<CrewState, 'needs'>,
  agentIds: readonly string[],
): string | null {
  const { length } = Object.values(needs).filter(
    ({ kind, agentId }) => kind === 'permission' && agentIds.includes(agentId),
  )
  if (length === 0) return null
  return length === 1
    ? '1 permission request waits for your answer: it is cancelled.'
    : `${length} permission requests wait for your answer: they are cancelled.`
}
