import { expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { TestServer } from '../harness/test-server'

test('AD15 circles are created, listed, changed, left and closed over HTTP, and commands obey them', async () => {
  await using server = await TestServer.start()
  const { ids, tokens, leadId } = await server.crew('atlas', {
    ada: 'architect',
    ben: 'developer',
    dan: 'qa-tester',
  })
  const path = `/api/lead/${leadId}/admissions`
  const as = (name: string) => ({ token: tokens[name] ?? '' })
  const made = await server.call(
    'POST',
    path,
    { admitted: ['ben'], conversation: { name: 'Project Alpha' } },
    as('ada'),
  )
  expect(made).toMatchObject({
    status: 201,
    body: {
      admission: { manager: ids['ada'], status: 'active' },
      group: { name: 'project-alpha', displayName: 'Project Alpha', openHistory: true },
    },
  })
  const { id } = made.body['admission']
  const circle = `${path}/${id}`
  const members = `/api/lead/${leadId}/groups/project-alpha/members`

  // A participant is told that first, and the manager always the same.
  const refused = await server.call('POST', members, { memberIds: ['dan'] }, as('ben'))
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  for (const agentId of [ids['dan'], 'nobody']) {
    const answer = await server.call('POST', members, { memberIds: [agentId] }, as('ada'))
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'not_admitted' } } })
  }
  const text = `${commandLine('ADD_TO_GROUP', { group: 'project-alpha', members: ['dan'] })}\n`
  const said = await server.call('POST', `/api/agents/${ids['ada']}/output`, { text }, as('ada'))
  expect(said.body['results'][0]).toMatchObject({
    ok: false,
    reply: expect.stringContaining('not admitted'),
  })

  const read = await server.call('GET', `/api/lead/${leadId}/groups/project-alpha`)
  const shown = read.body['members'].map((one: { id: string; listed?: false }) => [
    one.id,
    one.listed,
  ])
  expect(shown).toEqual([
    [ids['ada'], undefined],
    [ids['ben'], undefined],
    [leadId, false],
  ])

  expect(
    await server.call('POST', `${circle}/admitted`, { agentId: 'dan' }, as('ada')),
  ).toMatchObject({ status: 200, body: { admission: { admitted: { length: 3 } } } })
  expect(
    await server.call('POST', `${circle}/conversations`, { participants: ['dan'] }, as('ada')),
  ).toMatchObject({ status: 201, body: { group: { name: 'conversation-1', admissionId: id } } })
  expect(
    await server.call('DELETE', `${circle}/admitted/${ids['dan']}`, undefined, as('ada')),
  ).toMatchObject({ status: 200, body: { admission: { admitted: { length: 2 } } } })
  expect(await server.call('POST', `${circle}/close`, {}, as('dan'))).toMatchObject({
    status: 404,
    body: { error: { code: 'admission_not_found' } },
  })
  expect((await server.call('POST', `${circle}/leave`, {}, as('ben'))).status).toBe(200)
  expect(await server.call('POST', `${circle}/close`, {})).toMatchObject({
    status: 200,
    body: { admission: { status: 'closed' } },
  })
  const page = await server.call('GET', `${path}?limit=1`)
  expect(page.body['admissions'].map((one: { id: string }) => one.id)).toEqual([leadId, id])
  expect((await server.call('GET', `${path}?cursor=nonsense`)).status).toBe(422)
})
