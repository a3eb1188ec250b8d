import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { KEY_HEADER } from '@crewroom/shared/client/creating'
import { commandLine } from '@crewroom/shared/command/grammar'
import { FileRequests } from '../harness/file-requests'
import { filesWith } from '../harness/files-with'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'

const secret = () => `secret${randomUUID().replaceAll('-', '')}`

test('GR105, GR106, DE20, DE22 a deleted message or file is left in no byte of the data folder, also not in quotes, earlier texts, records, answers and copies', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { ada: 'developer' })
  const at = `/api/lead/${leadId}/groups`
  await server.call('POST', at, { name: 'team', memberIds: [ids['ada']] })
  const messages = `${at}/team/messages`
  const post = async (body: object) =>
    (await server.call('POST', messages, body, { headers: { [KEY_HEADER]: randomUUID() } })).body[
      'message'
    ] as { id: string; n: number }
  const [first, changed, kept] = [secret(), secret(), secret()]
  await post({ content: `Keep ${kept}.` })
  const said = await post({ content: `Use the key\n${first}\nfor all of it, please.` })
  await server.call('PATCH', `${messages}/${said.id}`, { content: `Use the key ${changed} now.` })
  const reply = await post({ content: 'Thank you.', replyTo: said.id })
  for (let n = 0; n < 40; n++) await post({ content: `Step ${n} of ${kept} and more words.` })
  const ada = { token: tokens['ada'] ?? null }
  await server.call('GET', `/api/agents/${ids['ada']}/inbox`, undefined, ada)
  await server.call(
    'POST',
    `/api/agents/${ids['ada']}/output`,
    {
      text: `I read: Use the key ${changed} now.\n${commandLine('READ_GROUP', { group: 'team' })}\n`,
      offset: 0,
    },
    ada,
  )
  await server.call('GET', `${at.replace('/groups', '')}/search?q=${changed}`)
  const copies = path.join(server.data.folder, 'before-upgrade')
  const [older, newer] = ['2020-01-01T00-00-00-000Z', '2999-01-01T00-00-00-000Z']
  mkdirSync(copies)
  writeFileSync(path.join(copies, `crewroom-${older}.sqlite`), 'from before it was written')
  writeFileSync(path.join(copies, `crewroom-${newer}.sqlite`), changed)
  expect(filesWith(server.data.folder, changed)).not.toEqual([])
  const chat = (await server.call('GET', `${at}/team`)).body['group'].id as string
  const content = secret()
  const file = new FileRequests(server, chat)
  await file.add('files/plan.txt', `The plan: ${content}`)
  await server.call('POST', `${at}/team/sessions`, {})
  await eventually('the file has a copy', () => filesWith(server.data.folder, content).length > 1)

  await server.call('DELETE', `/api/group-chats/${chat}/files/plan.txt`)
  await server.call('DELETE', `${messages}/${said.id}`)
  const left = () =>
    [first, changed, content].flatMap((text) => filesWith(server.data.folder, text))
  await eventually(`no byte of it is left: ${left().join()}`, () => left().length === 0, 10_000)
  expect(server.data.copiesBefore()).toEqual([`crewroom-${older}.sqlite`])
  const page = await server.call('GET', `${messages}?limit=100`)
  expect(JSON.stringify(page.body)).not.toMatch(new RegExp(`${first}|${changed}`))
  const quoted = (page.body['messages'] as { id: string; replyTo?: object }[]).find(
    ({ id }) => id === reply.id,
  )
  expect(quoted?.replyTo).toMatchObject({ id: said.id, n: said.n, text: '' })
  const { body } = await server.call('GET', `/api/agents/${ids['ada']}/rollout`)
  expect(JSON.stringify(body)).toContain('I read: (deleted)')
  const found = await server.call('GET', `/api/lead/${leadId}/search?q=${kept}`)
  expect(found.body['hits']).not.toEqual([])
  await server.stop()
  const sqlite = new Database(server.data.database)
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(sqlite.prepare('select count(*) from erasures').pluck().get()).toBe(0)
  sqlite.close()
})
