import { expect, test } from 'vitest'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { createLead } from '../../src/agents/create-agent'
import { sendDirect } from '../../src/agents/direct-messages'
import type { Crew } from '../../src/crew/crew'
import { beginHandOver } from '../../src/delivery/hand-over'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { createSession } from '../../src/sessions/create-session'
import { postToSession } from '../../src/sessions/post-to-session'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

/** A sub-lead that takes part in a session of its parent's crew and in one of its own, and has read everything. */
async function subLead(crew: TestCrew) {
  const { shard } = crew
  const below = crew.act(() =>
    createLead(shard, byAgent(crew.leadId), {
      name: 'search',
      parentId: crew.leadId,
      driver: { kind: 'remote' },
    }),
  ).crew
  const id = below.state.lead.id
  const own = () => crew.shard.crew(id)
  const open = (of: Crew, title: string) => {
    createGroup(shard, of, BY_PERSON, { name: 'plan', members: [id] })
    return crew.act(() =>
      createSession(shard, of, BY_PERSON, { group: 'plan', title, agents: [id] }),
    )
  }
  const [above, inside] = [open(crew.crew, 'Above'), open(own(), 'Inside')]
  const take = async () => {
    const page = await crew.core.inbox.fetch(id, {})
    await crew.core.inbox.ack(id, page.cursor)
    crew.check()
    return page.deliveries.map(({ kind, text }) => (kind === 'round' ? text : kind))
  }
  while ((await take()).length > 0) continue
  const ask = (of: Crew, session: SessionRecord, content: string) =>
    crew.act(() =>
      postToSession(shard, of, BY_PERSON, { group: 'plan', session: session.id, content }),
    )
  const says = async (text: string) => {
    const [home = crew.crew] = crew.shard.crewsOf(id)
    await crew.core.intake.output(home, id, { text, stream: 'main', endOfTurn: true })
    crew.check()
  }
  const said = (of: Crew, session: SessionRecord) =>
    of.window(`s:${session.id}`).messages.map(({ content }) => content)
  return { id, own, above, inside, take, ask, says, said }
}

const question = (title: string, content: string) =>
  `[Round 1 · session "${title}" in group "plan"] Answer in plain text; your text is posted for you.\n${content}`

test('RN4 a sub-lead that is asked in both of its crews answers one round after the other, each alone', async () => {
  await using crew = testCrew()
  const { shard } = crew
  const { id, own, above, inside, take, ask, says, said } = await subLead(crew)
  ask(own(), inside, 'which index?')
  ask(crew.crew, above, 'which name?')
  for (const of of [crew.crew, own()]) {
    sendMessage(shard, of, BY_PERSON, { group: 'plan', content: 'hello' })
    sendDirect(shard, of, BY_PERSON, { to: id, content: 'and this?' })
  }
  expect(await take(), 'what people write directly comes first').toEqual(['direct', 'direct'])
  expect(await take()).toEqual([question('Above', 'which name?')])
  expect(crew.core.inbox.hasNew(id, new WeakMap()), 'nothing of its own crew').toBe(false)
  await says('Ada')
  expect(await take()).toEqual(['group'])
  expect(await take()).toEqual([question('Inside', 'which index?')])
  expect(crew.core.inbox.hasNew(id, new WeakMap()), 'nothing of its parent’s crew').toBe(false)
  crew.restart()
  await says('the small one')
  expect(await take()).toEqual(['group'])
  expect([said(crew.crew, above), said(own(), inside)]).toEqual([
    ['which name?', 'Ada'],
    ['which index?', 'the small one'],
  ])
})

test('RN4 a round is in no hand-over with items of another crew, whichever of the two asks', async () => {
  await using crew = testCrew()
  const { shard } = crew
  const { id, own, above, inside, ask, says } = await subLead(crew)
  const kinds = () => beginHandOver(shard, id)?.items.map(({ kind, leadId }) => `${kind} ${leadId === id ? 'own' : 'above'}`) // prettier-ignore
  const hello = (of: Crew) => sendMessage(shard, of, BY_PERSON, { group: 'plan', content: 'hello' })
  ask(own(), inside, 'which index?')
  hello(crew.crew)
  expect(kinds()).toEqual(['group above'])
  expect(kinds()).toEqual(['round own'])
  await says('the small one')
  ask(crew.crew, above, 'which name?')
  hello(own())
  expect(kinds()).toEqual(['round above'])
  expect(kinds()).toBeUndefined()
  await says('Ada')
  expect(kinds()).toEqual(['group own'])
})
