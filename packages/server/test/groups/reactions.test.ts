import { expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

/** A crew of dev and arch in a group, a tester outside of it, and a message of dev. */
async function reactingCrew(server: TestServer) {
  const crew = await server.crew('atlas', { dev: 'developer', arch: 'architect', qa: 'qa-tester' })
  const { tokens, ids } = crew
  const groups = `/api/lead/${crew.leadId}/groups`
  const as = (who: string) => ({ token: tokens[who] ?? null })
  await server.call('POST', groups, { name: 'team', memberIds: ['arch'] }, as('dev'))
  const posted = await server.call(
    'POST',
    `${groups}/team/messages`,
    { content: 'done?' },
    as('dev'),
  )
  const { id } = posted.body['message'] as { id: string }
  const path = `${groups}/team/messages/${id}/reactions`
  return {
    ...crew,
    id,
    add: async (who: string, emoji: string) =>
      await server.call('POST', path, { emoji }, who === 'person' ? {} : as(who)),
    /** The last part of the address as it goes over the wire. */
    remove: async (who: string, segment: string) =>
      await server.call('DELETE', `${path}/${segment}`, undefined, who === 'person' ? {} : as(who)),
    command: async (who: string, emoji: string) => {
      const text = `⟦⟦ REACT {"group":"team","messageId":"${id}","emoji":"${emoji}"} ⟧⟧`
      const { body } = await server.call(
        'POST',
        `/api/agents/${ids[who]}/output`,
        { text },
        as(who),
      )
      return body['results'][0] as { ok: boolean; reply: string }
    },
    inbox: async (who: string) => {
      const { body } = await server.call('GET', `/api/agents/${ids[who]}/inbox`, undefined, as(who))
      await server.call(
        'POST',
        `/api/agents/${ids[who]}/inbox/ack`,
        { cursor: body['cursor'] },
        as(who),
      )
      return (body['deliveries'] as { kind: string }[]).map(({ kind }) => kind)
    },
  }
}

test('RX4, RX5 one emoji is one reaction through every door, and in an address it is encoded once', async () => {
  await using server = await TestServer.start()
  const { add, remove, command, ids } = await reactingCrew(server)
  const arch = ids['arch'] ?? ''
  const person = 'human'
  expect((await add('person', '❤')).body['reactions']).toEqual({ '❤️': [person] })
  expect((await command('arch', '❤')).reply).toContain('Reacted ❤️ to #1')
  expect((await add('arch', '❤️')).body['reactions']).toEqual({ '❤️': [person, arch] })
  expect((await command('arch', '❤️')).reply).toContain('Removed ❤️ from #1')
  for (const emoji of [
    '👩🏽‍💻',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '1️⃣',
    '🏳‍🌈',
  ]) {
    const before = (await add('arch', emoji)).body['reactions'] as object
    expect(Object.keys(before)).toHaveLength(2)
    const twice = encodeURIComponent(encodeURIComponent(emoji))
    for (const segment of [twice, `${encodeURIComponent(emoji)}x`, 'x', '50%2525', '%20']) {
      const refused = await remove('arch', segment)
      expect
        .soft([refused.status, refused.body['error']?.code], segment)
        .toEqual([422, 'validation'])
    }
    const removed = await remove('arch', encodeURIComponent(emoji))
    expect.soft(removed.body['reactions'], emoji).toEqual({ '❤️': [person] })
  }
})

test('RX6 only members react, and a reaction is handed to nobody', async () => {
  await using server = await TestServer.start()
  const { add, remove, command, inbox } = await reactingCrew(server)
  for (const who of ['lead', 'dev', 'arch']) await inbox(who)
  await add('arch', '👍')
  await add('person', '🎉')
  await command('arch', '👀')
  await remove('arch', encodeURIComponent('👍'))
  expect([await inbox('lead'), await inbox('dev'), await inbox('arch')]).toEqual([
    [],
    [],
    ['reply'],
  ])

  for (const answer of [await add('qa', '👍'), await remove('qa', encodeURIComponent('🎉'))]) {
    expect([answer.status, answer.body['error'].code]).toEqual([403, 'not_a_member'])
  }
  expect(await command('qa', '👍')).toMatchObject({
    ok: false,
    reply: '[System] REACT refused: you are not a member of "team". You are in no group.',
  })
  expect(Object.keys((await add('person', '🎉')).body['reactions'] as object)).toEqual(['🎉', '👀'])
})
