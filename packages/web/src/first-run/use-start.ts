import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { suggestedName } from '../new-crew/crew-plan'
import { withFirst } from '../new-crew/driver-choice'
import { foundCrew, founder, planStore } from '../new-crew/plan-store'
import { type CodingAgent, codingAgentsQuery, knownIn } from '../new-crew/use-coding-agents'
import { paths } from '../shell/paths'
import { crews } from '../sync/sync'
import { useIsShown } from '../ui/use-is-shown'
import { changeQuick, planOf, type QuickStart, quickStart } from './quick-start'
import { isAbout, problemOf, type StartProblem } from './start-problem'
import { machineQuery } from './use-machine'

interface Start {
  readonly start: () => Promise<void>
  readonly problem: StartProblem | null
}

/** Starts the crew and goes there. What is in the way is said, and nothing that was typed is lost. */
export function useStart(): Start {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const quickNow = useStore(quickStart)
  const [found, setFound] = useState<{ of: QuickStart; problem: StartProblem } | null>(null)
  const start = async () => {
    const { folder } = quickStart.getState()
    // As it is now: a program may be gone since it was shown, and a folder be there.
    const [drivers, machine] = await Promise.all([
      queries.fetchQuery(codingAgentsQuery).catch(() => null),
      queries.fetchQuery(machineQuery(folder.trim())).catch(() => null),
    ])
    const agents: readonly CodingAgent[] | null = drivers && knownIn(drivers)
    const now = quickStart.getState()
    // A person who is faster than the page has chosen nothing yet.
    const quick = { ...now, driver: withFirst(now.driver, agents ?? []) }
    const wrong = problemOf(quick, agents, machine)
    setFound(wrong && { of: now, problem: wrong })
    if (wrong || founder.store.getState().phase === 'working') return
    const { plan: kept } = planStore.getState()
    const isHalfMade = founder.store.getState().lead !== null
    const leadId = await foundCrew(
      isHalfMade && kept
        ? { ...kept, driver: quick.driver }
        : planOf(quick, freeName(), machine?.folder.path ?? folder),
    )
    if (founder.store.getState().phase === 'stopped') return
    changeQuick({ task: '' })
    if (leadId !== null && isShown()) void navigate(paths.crewHome(leadId))
  }
  const stands = found !== null && isAbout(found.problem, found.of, quickNow)
  return { start, problem: stands ? found.problem : null }
}

export function freeName(): string {
  return suggestedName(Object.values(crews.getState().views).map(({ state }) => state.lead.name))
}
