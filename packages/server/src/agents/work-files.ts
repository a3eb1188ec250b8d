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

/** Those of all agents that have one on this machine. */
export function workFoldersOf({ state }: Crew): readonly string[] {
  return Object.values(state.agents).flatMap(({ cwd, driver }) =>
    cwd === null || driver.kind === 'remote' ? [] : [cwd],
  )
}

/** The working folder of an agent, for the person who chooses it again; null: it has none on this machine. */
export function folderToChoose(crew: Crew, by: By, agentId: string): string | null {
  assertMayInCrew('showWorkFiles', crew, by)
  if (crew.state.agents[agentId]) return folderOf(crew, agentId)
  throw new CrewError('validation', 'There is no such agent in this crew.', {
    fields: { agentId: 'must be the id of an agent of this crew' },
  })
}

function folderOf(crew: Crew, agentId: string): string | null {
  const { cwd, driver } = agentOf(crew, agentId)
  // A program elsewhere works in a folder of its own machine.
  return driver.kind === 'remote' ? null : cwd
}

/**
 * The working folder of an agent whose files may be shown. Null: it has none on this machine. Throws `forbidden`,
 * `work_files_off` and `agent_not_found`.
 */
export function shownFolder(crew: Crew, by: By, agentId: string): string | null {
  assertMayInCrew('readWorkFiles', crew, by)
  const folder = folderOf(crew, agentId)
  if (!crew.state.workFiles) {
    throw new CrewError(
      'work_files_off',
      `Files of working folders are not shown in this crew. The person who runs it can turn that on, on the page of the crew under Permission rules, or with PUT /api/lead/${crew.state.lead.id}/work-files and {"shown": true}.`,
    )
  }
  return folder
}
