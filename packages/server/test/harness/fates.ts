import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { pauseCrew, pauseServer } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask } from '../../src/agents/tasks'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { pauseGroup } from '../../src/groups/pause-group'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import type { Waiting } from './deferrals'
import { BY_PERSON } from './test-crew'

const ALL = ['ana', 'ben', 'cy'] as const

const eachSession = ({ crew }: Waiting, act: (group: string, session: string) => void) => {
  for (const { id, groupName } of Object.values(crew.state.sessions)) act(groupName, id)
}

/** What becomes of the subject of something that waits. */
export const FATES = {
  'its agents complete': ({ test, crew, id }) => {
    for (const name of ALL) completeTask(test.shard, crew, BY_PERSON, id(name), {})
  },
  'its agents fail': ({ test, id }) => {
    for (const name of ALL) failAgent(test.shard, id(name), 'It crashed.')
  },
  'its agents are terminated': ({ test, crew, id }) => {
    for (const name of ALL) terminateAgent(test.shard, crew, BY_PERSON, id(name), null)
  },
  'its agents are removed from the group': ({ test, crew, id }) => {
    const members = ALL.map(id)
    removeMembers(test.shard, crew, BY_PERSON, { group: 'plan', members })
  },
  'its sessions are archived': (at) =>
    eachSession(at, (group, session) =>
      updateSession(at.test.shard, at.crew, BY_PERSON, { group, session, status: 'archived' }),
    ),
  'its sessions are deleted': (at) =>
    eachSession(at, (group, session) =>
      deleteSession(at.test.shard, at.crew, BY_PERSON, { group, session }),
    ),
  'its group is archived': ({ test, crew }) =>
    void archiveGroup(test.shard, crew, BY_PERSON, 'plan'),
  'its group is archived and taken into use again': ({ test, crew }) => {
    archiveGroup(test.shard, crew, BY_PERSON, 'plan')
    unarchiveGroup(test.shard, crew, BY_PERSON, 'plan')
  },
  'its group is paused': ({ test, crew }) =>
    void pauseGroup(test.shard, crew, BY_PERSON, 'plan', true),
  'its crew is paused': ({ test, crew }) => void pauseCrew(test.shard, crew, BY_PERSON, true),
  'the server starts again': ({ test }) => test.restart(),
} as const satisfies Record<string, (at: Waiting) => void>

/** What takes a subject back into use, so that something new can begin to wait. */
export const RETURNS = {
  'its agents come back': ({ test, crew, id }) => {
    for (const name of ALL) resumeAgent(test.shard, crew, BY_PERSON, id(name))
    addMembers(test.shard, crew, BY_PERSON, { group: 'plan', members: ALL.map(id) })
  },
  'its group is in use': ({ test, crew }) =>
    void unarchiveGroup(test.shard, crew, BY_PERSON, 'plan'),
  'nothing is paused': ({ test, crew }) => {
    pauseServer(test.shard, BY_PERSON, false)
    pauseCrew(test.shard, crew, BY_PERSON, false)
    pauseGroup(test.shard, crew, BY_PERSON, 'plan', false)
  },
} as const satisfies Record<string, (at: Waiting) => void>
