import { expect, test } from 'vitest'
import { createAgent } from '../../src/agents/create-agent'
import { mustWake } from '../../src/crew/wake'
import { retryAnswer } from '../../src/sessions/retry-answer'
import { interrupt, write } from '../harness/round-acts'
import { SessionCrew } from '../harness/session-crew'
import { BY_PERSON } from '../harness/test-crew'

const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'

const groupMessage = (content: string, more = '') =>
  `⟦⟦ GROUP_MESSAGE {"group":"plan"${more},"content":"${content}"} ⟧⟧\n`

/** How many hand-overs from agent to agent led to each message of the group's own talk. */
const hops = ({ crew }: SessionCrew) => crew.crew.window('plan').messages.map(({ hop }) => hop)

/** Ana and ben answer each other in the group, so that ana is in the middle of a chain. */
async function talks(room: SessionCrew): Promise<void> {
  await room.says('ana', groupMessage('see plan-1.ts'))
  await room.takes('ben')
  await room.says('ben', groupMessage('see plan-2.ts'))
  await room.takes('ana')
}

test('RN7 a question starts a new chain, the first time and when it is asked again', async () => {
  await using room = new SessionCrew()
  for (const name of ['ana', 'ben', 'cy']) await room.takes(name)
  const session = room.open('Names', ['ana', 'ben'])
  await talks(room)
  await room.says('ana', groupMessage('see plan-3.ts'))
  expect(hops(room)).toEqual([1, 2, 3])
  // Whatever it still has to confirm: a socket is sent more before that.
  await room.takes('ben')
  await room.says('ben', groupMessage('see plan-4.ts'))
  const sent = new WeakMap()
  const kinds = async () => {
    const page = await room.crew.core.inbox.fetch(room.crew.id('ana'), { sent })
    return page.deliveries.map(({ kind }) => kind)
  }
  expect(await kinds()).toContain('group')
  room.post(session, 'human', 'which name?')
  expect(await kinds()).toContain('round')
  await room.says('ana', `Ada. ${groupMessage('see plan-5.ts')}`, false)
  interrupt(room.crew, session, 'ana')
  await room.says('ana', '')
  await talks(room)
  const { shard, crew } = room.crew
  room.crew.act(() =>
    retryAnswer(shard, crew, room.crew.by('human'), {
      group: 'plan',
      session: session.id,
      n: 1,
      agent: 'ana',
    }),
  )
  await room.question('ana')
  await room.says('ana', `Ada, still. ${groupMessage('see plan-8.ts')}`)
  // The fifth message and the eighth are written while ana answers: what it has read before does not count on.
  expect(hops(room).slice(3)).toEqual([4, 1, expect.any(Number), expect.any(Number), 1])
})

test('RN7 answers count neither against the rate of an agent nor as replies for a hold', async () => {
  await using room = new SessionCrew({
    rate: { perMinute: 1, burst: 4 },
    conduct: { hops: 1_000, replies: 5, holdSeconds: 60 },
  })
  const { crew } = room
  for (const name of ['ana', 'ben', 'cy']) await room.takes(name)
  const session = room.open('Names', ['ana', 'ben'])
  for (let n = 1; n <= 6; n++) {
    room.post(session, 'human', `question ${n}`)
    for (const name of ['ana', 'ben']) {
      await room.takes(name)
      if (n % 2 === 0) await room.says(name, `answer ${n} of ${name}`)
      else await room.says(name, groupMessage(`by name ${n}`, `,"session":"Names"`))
    }
  }
  expect(room.round(session)).toMatchObject({ n: 6, closed: 'answered' })
  expect(room.session(session)?.messageCount).toBe(18)
  await talks(room)
  for (const name of ['ana', 'ben', 'ana']) {
    await room.says(name, groupMessage(`see ${name}.ts`))
    await room.takes(name === 'ana' ? 'ben' : 'ana')
  }
  expect(crew.crew.state.groups['plan']?.hold, 'four replies').toBeNull()
  await room.says('ben', groupMessage('see ben.ts'))
  expect(crew.crew.state.groups['plan']?.hold?.reason, 'the fifth').toBe('replies')
  // Each has written four messages by now, beside its answers.
  expect(() => room.post(session, 'ben', 'one more')).not.toThrow()
  expect(() => room.post(session, 'ben', 'and one more')).toThrow(/faster than/)
})

test('RN8 an answer is masked, mentions people and agents as it was written, and wakes nobody', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  for (const name of ['ana', 'ben', 'cy', 'lead']) await room.takes(name)
  const session = room.open('Names', ['ana', 'ben'])
  write(crew, session, 'which name?', { asks: ['ana'] })
  await room.takes('ana')
  await room.says('ana', `Ada, @human and @architect: ${TOKEN}. Not @cy.`)
  const answer = room.messages(session).at(-1)
  expect(answer).toMatchObject({
    content: expect.stringContaining('Ada, @human and @architect: [masked:github-token]'),
    mentions: ['human', crew.id('ben')],
    hop: 0,
  })
  const waiting = () => [
    crew.crew.state.mentions['human']?.[`s:${session.id}`],
    crew.crew.state.mentions[crew.id('ben')],
    ...['ben', 'cy', 'lead'].map((name) => mustWake(crew.shard, crew.crew, crew.id(name))),
  ]
  expect(waiting()).toEqual([[2], undefined, false, false, false])
  crew.restart()
  expect(waiting(), 'after a restart').toEqual([[2], undefined, false, false, false])
  write(crew, session, 'and you?', { asks: ['ben'] })
  expect(await room.question('ben')).toContain('@architect: [masked:github-token]')
})

test('RN8 a mention in what is masked counts, and one behind the end of a cut answer does not', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  for (const name of ['ana', 'ben', 'cy']) await room.takes(name)
  const session = room.open('Names', ['ana', 'ben'])
  const env = { HINT: '@human, please look at it' }
  createAgent(crew.shard, crew.crew, BY_PERSON, {
    role: 'designer',
    driver: { kind: 'acp', command: 'x', env },
  })
  write(crew, session, 'which name?', { asks: ['ana'] })
  await room.takes('ana')
  await room.says('ana', 'Ada. @human, please look at it')
  expect(room.messages(session).at(-1)).toMatchObject({
    content: 'Ada. [masked:value]',
    mentions: ['human'],
  })
  write(crew, session, 'and now?', { asks: ['ana'] })
  await room.takes('ana')
  await room.says('ana', `${'so '.repeat(17_000)} @human`)
  expect(room.messages(session).at(-1)?.mentions).toEqual([])
})
