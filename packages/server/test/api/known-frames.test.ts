import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveState } from '@crewroom/shared/state/crew-state'
import { LiveSender } from '../../src/api/sockets/live-sender'
import { renewAgentToken } from '../../src/agents/tokens'
import { addMembers } from '../../src/groups/change-members'
import { agentNow, handedTo, liveState } from '../../src/live/agent'
import { realtimeOf } from '../harness/realtime-of'
import { say, team, write } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect' }

type Frame = Record<string, unknown> & { readonly type: string; readonly agentId: string }

/** What people are sent live, and readers that begin with a snapshot and go on with that. */
function watched(crew: TestCrew) {
  const frames: Frame[] = []
  const readers: LiveState[] = []
  const { live, presence, maskOf, signals } = crew.core
  const sender = new LiveSender(crew.shard, presence, live, maskOf, (_crew, mayRead, bytes) => {
    if (!mayRead(null)) return
    const frame = JSON.parse(bytes.toString()) as Frame
    frames.push(frame)
    for (const reader of readers) apply(reader, frame)
  })
  crew.core.onPresence((agentId) => sender.agentChanged(agentId))
  signals.on('owed', (agentId) => sender.agentChanged(agentId))
  return {
    frames,
    readers,
    /** Everything gathered has been sent. */
    sent: () => {
      crew.clock.advance(100)
      return frames.splice(0)
    },
    looks: () => {
      const { shard, crew: own } = crew
      readers.push(structuredClone(liveState(shard, own, presence, own.state.groups)))
    },
  }
}

function apply(reader: LiveState, { type, leadId: _, agentId, groupName, ...rest }: Frame): void {
  if (type === 'live:agent') reader.agents[agentId] = rest as never
  else if (type === 'live:receipt') {
    const group = reader.receipts?.[groupName as string]
    if (group) group[agentId] = rest as never
  }
}

/** How it is now, without anybody being shown it. */
function now({ shard, crew, core }: TestCrew): LiveState {
  const { state } = crew
  const agents = Object.keys(state.agents)
  return {
    agents: Object.fromEntries(agents.map((id) => [id, agentNow(shard, crew, core.presence, id)])),
    receipts: Object.fromEntries(
      Object.values(state.groups).map(({ name, memberIds }) => [
        name,
        Object.fromEntries(
          memberIds.filter((id) => state.agents[id]).map((id) => [id, handedTo(crew, id, name)]),
        ),
      ]),
    ),
  }
}

const about = (frames: readonly Frame[], who: string) =>
  frames.filter(({ type, agentId }) => type === 'live:agent' && agentId === who)

test('LF30 an agent’s state is not sent again while it is the same, even if it was different in between', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { sent } = watched(crew)
  const dev = crew.id('dev')
  crew.core.live.emit('agent', dev)
  const [known] = about(sent(), dev)
  expect(known?.['owed']).toEqual({ count: 0, oldestAt: null })
  crew.core.live.emit('agent', dev)
  expect(about(sent(), dev)).toEqual([])
  write(crew, 'lead', 'dev', 'hi')
  await crew.reads('dev')
  expect(about(sent(), dev), 'owed nothing before and after').toEqual([])
  write(crew, 'lead', 'dev', 'hi again')
  expect(about(sent(), dev)).toMatchObject([{ owed: { count: 1 } }])
  await crew.reads('dev')
  expect(about(sent(), dev)).toEqual([known])
})

test('LF30 a viewer who saw the state in between is sent the present one, although it was sent before', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { sent, looks, readers } = watched(crew)
  const dev = crew.id('dev')
  crew.core.live.emit('agent', dev)
  const [known] = about(sent(), dev)
  write(crew, 'lead', 'dev', 'hi')
  looks()
  expect(readers[0]?.agents[dev]?.owed.count).toBe(1)
  await crew.reads('dev')
  expect(about(sent(), dev)).toEqual([known])
  expect(readers[0]?.agents[dev]?.owed.count).toBe(0)
  crew.core.live.emit('agent', dev)
  expect(about(sent(), dev), 'once').toEqual([])
})

test('LF30 a viewer who begins to follow a crew, or joins a group, is sent what the others were sent before', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['dev'])
  const { realtime, connect } = realtimeOf(crew)
  crew.core.onPublished((entries) => realtime.published(entries))
  const first = connect({ leads: [crew.leadId] })
  const changes = () => {
    for (const { sent } of all) sent.length = 0
    crew.core.live.emit('agent', crew.id('dev'))
    crew.core.live.emit('receipt', crew.id('dev'), 'team')
    crew.clock.advance(100)
    return all.map(({ sent }) =>
      sent.map(({ type }) => type).filter((type) => String(type).startsWith('live:')),
    )
  }
  const all = [first]
  const both = ['live:agent', 'live:receipt']
  expect([changes(), changes()]).toEqual([[both], [[]]])
  const later = connect({ leads: [] })
  all.push(later)
  expect(changes()).toEqual([[], []])
  later.receive(JSON.stringify({ type: 'subscribe', leadId: crew.leadId, since: 1 }))
  expect([changes()[1], changes()[1]]).toEqual([both, []])
  const token = renewAgentToken(crew.shard, crew.crew, BY_PERSON, crew.id('arch'))
  all.push(connect({ leads: [crew.leadId], token }))
  expect([changes()[2], changes()[2]], 'no member').toEqual([['live:agent'], []])
  crew.act(() =>
    addMembers(crew.shard, crew.crew, BY_PERSON, { group: 'team', members: [crew.id('arch')] }),
  )
  expect([changes()[2], changes()[2]]).toEqual([both, []])
})

test('LF30, RE43 whenever a reader began, its snapshot and the frames since then say how it is', async () => {
  const who = fc.constantFrom('dev', 'dev', 'dev', 'arch')
  const does = fc.constantFrom('writes', 'writes', 'reads', 'reads', 'reads', 'says', 'works')
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ does, who }) },
    { weight: 2, arbitrary: fc.constant({ does: 'wait' }) },
    { weight: 1, arbitrary: fc.constant({ does: 'look' }) },
    // Somebody looks between a change and its end.
    { weight: 1, arbitrary: fc.constant({ does: 'glance' }) },
  )
  let left = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await using crew = testCrew({ agents: AGENTS })
      team(crew, 'team', ['dev', 'arch'])
      const { sent, looks, readers } = watched(crew)
      /** The last frame about each thing, and how many had looked by then. */
      const last = new Map<string, readonly [string, number]>()
      looks()
      for (const one of [...steps, { does: 'wait' }]) {
        const name = 'who' in one ? one.who : 'dev'
        if (one.does === 'writes') write(crew, 'lead', name, 'hi')
        else if (one.does === 'says') say(crew, name, 'so')
        else if (one.does === 'reads') await crew.reads(name)
        else if (one.does === 'works') crew.core.presence.set(crew.id(name), { status: 'working' })
        else if (one.does === 'look') looks()
        else if (one.does === 'glance') {
          write(crew, 'lead', 'dev', 'hi')
          looks()
          await crew.reads('dev')
        } else {
          for (const frame of sent()) {
            const key = JSON.stringify([frame.type, frame.agentId, frame['groupName']])
            const text = JSON.stringify(frame)
            expect([text, readers.length], 'sent twice in a row').not.toEqual(last.get(key))
            last.set(key, [text, readers.length])
          }
          const is = now(crew)
          for (const reader of readers) expect(reader).toEqual(is)
        }
      }
      left += readers.length
    }),
    { numRuns: 12 },
  )
  expect(left).toBeGreaterThan(12)
})
