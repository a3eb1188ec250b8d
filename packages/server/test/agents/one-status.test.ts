import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { createLead } from '../../src/agents/create-agent'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { editAgent } from '../../src/agents/edit-agent'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask, delegate } from '../../src/agents/tasks'
import type { Crew } from '../../src/crew/crew'
import type { Shard } from '../../src/crew/shard'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

type Act = (shard: Shard, crew: Crew, id: string) => unknown

/** A verb that knows nothing of agents of two crews. */
const plain: Act = (shard, crew, id) => {
  const agent = crew.state.agents[id]
  if (!agent) return
  const decision = shard.decide(crew)
  if (agent.ended === null) {
    decision.add('agent:completed', {
      agent: { ...agent, ended: 'completed', endedReason: 'done' },
    })
  } else decision.add('agent:resumed', { agent: { ...agent, ended: null, endedReason: null } })
  shard.commit(crew, BY_PERSON, decision)
}

/** Everything that ends an agent or brings it back, asked for in one of its two crews. */
const ACTS: Readonly<Record<string, Act>> = {
  plain,
  terminate: (shard, crew, id) => terminateAgent(shard, crew, BY_PERSON, id, 'not needed'),
  fail: (shard, _crew, id) => failAgent(shard, id, 'it crashed'),
  complete: (shard, crew, id) => completeTask(shard, crew, byAgent(id), id, { summary: 'done' }),
  give_up: (shard, crew, id) =>
    completeTask(shard, crew, byAgent(id), id, { status: 'failed', summary: 'no' }),
  resume: (shard, crew, id) => resumeAgent(shard, crew, BY_PERSON, id),
  delegate: (shard, crew, id) => delegate(shard, crew, BY_PERSON, { to: id, text: 'go on' }),
  write: (shard, crew, id) => sendDirect(shard, crew, BY_PERSON, { to: id, content: 'there?' }),
  interrupt: (shard, crew, id) => interrupt(shard, crew, BY_PERSON, { to: id, content: 'stop' }),
  edit: (shard, crew, id) =>
    editAgent(shard, crew, BY_PERSON, id, { name: 'searcher', resume: true }),
}

/** The batches of the newest status facts about an agent, by crew. */
function batches(crew: TestCrew, id: string, after: ReadonlyMap<string, number>): unknown[] {
  return crew.shard.crewsOf(id).map(({ state: { lead } }) =>
    crew.database
      .prepare(
        `select batch_id from journal where lead_id = ? and seq > ?
          and type in ('agent:completed', 'agent:failed', 'agent:terminated', 'agent:resumed')`,
      )
      .pluck()
      .all(lead.id, after.get(lead.id) ?? 0),
  )
}

test('SL20 an agent of two crews has one status, whichever verb changed it in whichever crew', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const input = { name: 'search', parentId: crew.leadId, driver: { kind: 'remote' } } as const
  const id = createLead(crew.shard, byAgent(crew.leadId), input).crew.state.lead.id
  const status = () => crew.shard.crewsOf(id).map(({ state }) => state.agents[id]?.ended)
  const changed = new Set<string>()
  for (const before of [null, 'completed']) {
    for (const inOwn of [true, false]) {
      for (const [name, act] of Object.entries(ACTS)) {
        const where = () => crew.shard.crew(inOwn ? id : crew.leadId)
        if (status()[0] !== before) {
          if (status()[0] !== null) resumeAgent(crew.shard, where(), BY_PERSON, id)
          if (before !== null) plain(crew.shard, where(), id)
        }
        const heads = crew.shard.heads()
        try {
          act(crew.shard, where(), id)
        } catch (error) {
          if (!(error instanceof CrewError)) throw error
        }
        const now = `${name} in ${inOwn ? 'its own' : "its parent's"} crew, ${before} before`
        expect(status()[0], now).toBe(status()[1])
        const [own, parent] = batches(crew, id, heads)
        expect(own, `${now}: stored together`).toEqual(parent)
        if (status()[0] !== before) changed.add(name)
      }
      crew.check()
      crew.restart()
    }
  }
  expect([...changed].toSorted()).toEqual(Object.keys(ACTS).toSorted())
})
