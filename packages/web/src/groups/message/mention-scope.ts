import type { Mentionable } from '@crewroom/shared/model/mentions'
import { HUMAN_ID, HUMAN_ROLE } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { createContext, useMemo } from 'react'
import { useStore } from 'zustand'
import { crews, person } from '../../sync/sync'

/** Where a message stands: whom an @ in it can mean, and whether its controls are reached by Tab. */
export interface MentionScope {
  readonly leadId: string
  readonly people: readonly Mentionable[]
}

export const Mentions = createContext<MentionScope>({ leadId: '', people: [] })

/** What controls inside a message take: out of the tab order until the person goes into the row. */
export const ControlTab = createContext<0 | -1>(0)

/** Whether a text may end within its code, where it is folded or was cut: half of a drawing would be another one. */
export const CutCode = createContext(false)

const NOBODY: readonly string[] = []
const NO_AGENTS: CrewState['agents'] = {}

/** The members of a group, and whom a message called besides: they may have left since. */
export function useMentionScope(
  leadId: string,
  groupName: string,
  mentioned: readonly string[] = NOBODY,
): MentionScope {
  // Not the whole state: it is another one with every event, and rows are many.
  const agents = useStore(crews, ({ views }) => views[leadId]?.state.agents ?? NO_AGENTS)
  const memberIds = useStore(
    crews,
    ({ views }) => views[leadId]?.state.groups[groupName]?.memberIds ?? NOBODY,
  )
  const { name: personName } = useStore(person)
  return useMemo(() => {
    const people = [...new Set([...memberIds, ...mentioned])].flatMap((id): Mentionable[] => {
      if (id === HUMAN_ID) return [{ id, name: personName, role: id, roleName: HUMAN_ROLE }]
      const agent = agents[id]
      return agent ? [agent] : []
    })
    return { leadId, people }
  }, [leadId, agents, memberIds, mentioned, personName])
}
