import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useState } from 'react'
import { admissions } from '../sync/api/admissions'
import { ApiError } from '../sync/request'
import { useIsShown } from '../ui/use-is-shown'
import { notAdmitted } from './circles'

/**
 * Does something that needs agents to be admitted. The server refuses it without a word about whom; the page knows who
 * was picked, and can admit them and try again.
 */
export function useAdmitFirst(
  state: CrewState,
  circleId: string,
  picked: readonly string[],
  run: () => Promise<unknown>,
) {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const isShown = useIsShown()
  const clear = () => {
    setRefused([])
    setProblem(null)
  }
  const attempt = async (first: readonly string[]) => {
    if (isBusy) return
    setBusy(true)
    clear()
    try {
      for (const id of first) await admissions.admit(state.lead.id, circleId, id)
      await run()
    } catch (error) {
      if (!isShown()) return
      const isRefused = error instanceof ApiError && error.code === 'not_admitted'
      const who = isRefused ? notAdmitted(state, circleId, picked) : []
      setRefused(who)
      setProblem(who.length > 0 ? null : error instanceof Error ? error.message : String(error))
    }
    if (isShown()) setBusy(false)
  }
  return {
    isBusy,
    /** The agent that was refused because it is not admitted. */
    refused,
    problem,
    clear,
    attempt: () => void attempt([]),
    admitFirst: () => void attempt(refused),
  }
}

export type AdmitFirst = ReturnType<typeof useAdmitFirst>
