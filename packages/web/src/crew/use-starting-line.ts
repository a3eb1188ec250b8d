import type { AgentRecord, DriverSpec } from '@crewroom/shared/model/agent'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import { useServerNow } from '../activity/lanes/use-server-now'
import { useCodingAgents } from '../new-crew/use-coding-agents'

/** `Starting Claude Code… 4 s`, once it takes longer than a second; null while nothing of it starts. */
export function useStartingLine(agent: AgentRecord, live: LiveAgent | undefined): string | null {
  const isStarting = agent.ended === null && live?.why.code === 'starting'
  const since = isStarting ? live.why.since : null
  const now = useServerNow(isStarting ? 1_000 : null)
  const { agents } = useCodingAgents({ isWanted: isStarting })
  if (since === null) return null
  const seconds = Math.floor((now - Date.parse(since)) / 1_000)
  return seconds < 1 ? null : `Starting ${programName(agent.driver, agents)}… ${seconds} s`
}

function programName(
  driver: DriverSpec,
  known: readonly { readonly id: string; readonly name: string }[],
): string {
  if (driver.kind === 'remote' || driver.kind === 'model') return 'its program'
  if (driver.kind === 'acp' && driver.preset !== null) {
    return known.find(({ id }) => id === driver.preset)?.name ?? driver.preset
  }
  return driver.command?.split(/[\\/]/).at(-1) ?? 'its program'
}
