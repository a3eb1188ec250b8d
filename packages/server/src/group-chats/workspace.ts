import { HANDLE } from '@crewroom/shared/model/handle'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { createLead } from '../agents/create-agent'
import type { Crew } from '../crew/crew'
import { assertHonest } from '../crew/honest-names'
import { listCrews } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'

/** The crew of a workspace, by the workspace's name or the id of a lead; null: the actor sees none. */
export function findWorkspace(shard: Shard, by: By, workspaceId: string): Crew | null {
  const crews = listCrews(shard, by)
  const { state } = crews.find((crew) => crew.state.lead.id === workspaceId) ?? {}
  const id =
    state?.lead.id ?? crews.find((crew) => crew.state.lead.workspace === workspaceId)?.state.lead.id
  return crews.find((crew) => crew.state.lead.id === id) ?? null
}

/** The same; throws `workspace_not_found`. */
export function workspaceOf(shard: Shard, by: By, workspaceId: string): Crew {
  const crew = findWorkspace(shard, by, workspaceId)
  if (crew) return crew
  throw new CrewError(
    'workspace_not_found',
    'There is no such workspace. A workspace is the id of a crew’s lead, or a name: the first group chat under a new name creates it.',
  )
}

/** Whether the person could create the workspace with a group chat: it has none yet, and its list is empty. */
export function isFree(shard: Shard, by: By, workspaceId: string): boolean {
  if (by.actor.kind !== 'human' || by.readsOnly || !HANDLE.test(workspaceId)) return false
  return findWorkspace(shard, by, workspaceId) === null
}

/** The crew of a new workspace, with a placeholder as its lead. Throws `validation` for what cannot be its name. */
export function createWorkspace(shard: Shard, by: By, workspaceId: string, cwd?: string): Crew {
  if (!HANDLE.test(workspaceId)) {
    throw new CrewError(
      'validation',
      'workspace_id: a workspace has a name of at most 64 letters, digits, dots, hyphens and underscores, a letter or digit first.',
      { fields: { workspace_id: 'not a name of a workspace' } },
    )
  }
  // Its placeholder gets this name, but the refusal is about the workspace.
  assertHonest({ workspace_id: workspaceId }, shard.ports.personName, true)
  return createLead(shard, by, { name: workspaceId, workspace: workspaceId, cwd }).crew
}
