import { expect, test } from 'vitest'
import { readEventsBefore, readEventsSince } from '../../src/crew/read-events'
import { readMessages } from '../../src/groups/read-history'
import { searchMessages } from '../../src/groups/search-messages'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'
import { Circle } from './circle'

test('AD9 an agent that has left a conversation finds nothing of it in search and events, and everything when it is back', async () => {
  await using circle = new Circle()
  const { crew, talk } = circle
  circle.add('ada', crew.id('cleo'))
  circle.send('ada', 'the zebra plan')
  const found = async (name: string) => {
    const by = crew.by(name)
    const { hits } = await searchMessages(crew.shard, crew.crew, by, { q: 'zebra', limit: 9 })
    const viewer = crew.id(name)
    const since = await readEventsSince(crew.shard, crew.crew, viewer, { since: 0, limit: 500 })
    const before = await readEventsBefore(crew.shard, crew.crew, viewer, {
      before: Number.MAX_SAFE_INTEGER,
      limit: 500,
    })
    const events = [since, before].map((page) =>
      page.events
        .filter((event) => JSON.stringify(event).includes(talk) || event.type === 'group:message')
        .map(({ type }) => type),
    )
    return { hits: hits.length, events }
  }
  const all = await found('cleo')
  expect(all.hits).toBe(1)
  expect(all.events[0]).toContain('group:message')
  circle.remove('ada', crew.id('cleo'))
  const left = {
    hits: 0,
    // That it was taken out is all that it is shown.
    events: [['group:member_removed'], ['group:member_removed']],
  }
  expect(await found('cleo')).toEqual(left)
  crew.restart()
  expect(await found('cleo')).toEqual(left)
  circle.add('ada', crew.id('cleo'))
  expect((await found('cleo')).hits).toBe(1)
  const page = { group: talk, limit: 9 }
  const { messages } = await readMessages(crew.shard, crew.crew, crew.by('cleo'), page)
  expect(messages.map(({ content }) => content)).toContain('the zebra plan')
})

test('AD9 a socket that resumes after its agent has left a circle gets a gap, and none of what was said', async () => {
  await using server = await TestServer.start()
  const { ids, tokens, leadId } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  const path = `/api/lead/${leadId}`
  const as = (name: string) => ({ token: tokens[name] ?? '' })
  const made = await server.call(
    'POST',
    `${path}/admissions`,
    { admitted: ['ben'], conversation: { name: 'Project Alpha' } },
    as('ada'),
  )
  const { seq } = server.app.core.shard.crew(leadId).state
  await server.call(
    'POST',
    `${path}/groups/project-alpha/messages`,
    { content: 'zebra' },
    as('ada'),
  )
  let resumed = 0
  const resume = async (since: number) => {
    const socket = new TestSocket(`${server.app.url}/ws`)
    await socket.opened()
    const epoch = server.app.core.shard.journal.epoch
    const token = tokens['ben']
    socket.send({ type: 'hello', token, leads: [leadId], since: { [leadId]: since }, epoch })
    await socket.wait(({ type }) => type === 'hello')
    // What happens now is sent after all that it is sent first.
    const name = `last-${++resumed}`
    await server.call('POST', `${path}/groups`, { name, memberIds: [ids['ben']] })
    await socket.wait((frame) => frame.type === 'group:created' && frame['group'].name === name)
    socket.close()
    return socket.frames
  }
  const types = (frames: readonly { readonly type: string }[]) => frames.map(({ type }) => type)
  const before = await resume(seq)
  expect(JSON.stringify(before)).toContain('zebra')
  expect(types(before)).not.toContain('gap')
  const { id } = made.body['admission']
  await server.call('POST', `${path}/admissions/${id}/leave`, {}, as('ben'))
  const after = await resume(seq)
  expect(JSON.stringify(after)).not.toContain('zebra')
  expect(types(after)).toContain('gap')
  const page = await server.call('GET', `/api/events?lead=${leadId}&since=0`, undefined, as('ben'))
  expect([page.status, JSON.stringify(page.body).includes('zebra')]).toEqual([200, false])
})
