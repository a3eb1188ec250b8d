import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/** Lets the dashboard show files of agents' working folders, or does so no longer. */
export function showWorkFiles(shard: Shard, crew: Crew, by: By, shown: boolean): boolean {
  assertMayInCrew('showWorkFiles', crew, by)
  if ((crew.state.workFiles ?? false) === shown) return shown
  const decision = shard.decide(crew)
  decision.add('work_files:changed', { shown })
  shard.commit(crew, by, decision)
  return shown
}

/**
 * The working folder of an agent whose files may be shown. Null: it has none on this machine. Throws `forbidden`,
 * `work_files_off` and `agent_not_found`.
 */
export function shownFolder(crew: Crew, by: By, agentId: string): string | null {
  assertMayInCrew('readWorkFiles', crew, by)
  const { cwd, driver } = agentOf(crew, agentId)
  if (!crew.state.workFiles) {
    throw new CrewError(
      'work_files_off',
      `Files of working folders are not shown in this crew. The person who runs it can turn that on, on the page of the crew under Permission rules, or with PUT /api/lead/${crew.state.lead.id}/work-files and {"shown": true}.`,
    )
  }
  // A program elsewhere works in a folder of its own machine.
  return driver.kind === 'remote' ? null : cwd
}
