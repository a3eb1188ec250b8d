import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@crewroom/shared/client/http'
import { api } from '../sync/api'

/** A coding agent that the server knows how to start. */
export interface CodingAgent {
  readonly id: string
  readonly name: string
  readonly command: string
  readonly installed: boolean
  readonly install: string | null
  /** How a person signs in to it; null where nobody knows. */
  readonly login: string | null
  /** The first is what its agents get when none is chosen. */
  readonly modes: readonly AgentMode[]
}

export interface AgentMode {
  readonly id: string
  readonly label: string
  readonly does: string
  /** Whether it changes files or runs commands without asking. */
  readonly unasked: boolean
}

interface CodingAgents {
  /** Those that are installed first. */
  readonly agents: readonly CodingAgent[]
  readonly state: 'looking' | 'known' | 'unknown'
}

export const codingAgentsQuery = queryOptions({
  queryKey: ['drivers'],
  queryFn: api.drivers,
  retry: false,
})

type Presets = ReplyOf<'get', '/api/drivers'>

/** What is set up by name is for leads to choose from; the REST door takes presets only, and those have programs. */
export function knownIn({ presets }: Presets): readonly CodingAgent[] {
  return presets.filter(
    (own): own is typeof own & CodingAgent => !own.configured && own.command !== null,
  )
}

const LOOK_MS = 3_000

/**
 * Which coding agents there are for the server to start, and which of them it found on its machine. Where `isFollowed`
 * one that is installed meanwhile is seen.
 */
export function useCodingAgents({ isFollowed = false, isWanted = true } = {}): CodingAgents {
  const { data, isPending } = useQuery({
    ...codingAgentsQuery,
    enabled: isWanted,
    staleTime: isFollowed ? 0 : 30_000,
    refetchInterval: isFollowed ? LOOK_MS : false,
  })
  if (!data) return { agents: [], state: isPending ? 'looking' : 'unknown' }
  return {
    agents: knownIn(data).toSorted((a, b) => Number(b.installed) - Number(a.installed)),
    state: 'known',
  }
}
