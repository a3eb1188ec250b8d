import { useQuery } from '@tanstack/react-query'
import { api } from '../sync/api'

/** A coding agent that the server knows how to start. */
export interface CodingAgent {
  readonly id: string
  readonly name: string
  readonly command: string
  readonly installed: boolean
  readonly install: string | null
}

interface CodingAgents {
  /** Those that are installed first. */
  readonly agents: readonly CodingAgent[]
  readonly state: 'looking' | 'known' | 'unknown'
}

/** Which coding agents there are for the server to start, and which of them it found on its machine. */
export function useCodingAgents(isWanted = true): CodingAgents {
  const { data, isPending } = useQuery({
    queryKey: ['drivers'],
    queryFn: api.drivers,
    enabled: isWanted,
    staleTime: 30_000,
    retry: false,
  })
  if (!data) return { agents: [], state: isPending ? 'looking' : 'unknown' }
  // What is set up by name is for leads to choose from; the REST door takes presets only.
  const known = data.presets.filter(({ configured }) => !configured)
  return {
    agents: known.toSorted((a, b) => Number(b.installed) - Number(a.installed)),
    state: 'known',
  }
}
