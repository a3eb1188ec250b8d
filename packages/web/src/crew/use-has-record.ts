import { useEffect, useState } from 'react'
import { agents as api } from '../sync/api/agents'

/** Whether anything of the agent was recorded. */
export function useHasRecord(agentId: string): boolean {
  const [hasRecord, setHasRecord] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    api.rollout(agentId, { limit: 1 }, stop.signal).then(
      ({ entries }) => setHasRecord(entries.length > 0),
      () => {},
    )
    return () => stop.abort()
  }, [agentId])
  return hasRecord
}
