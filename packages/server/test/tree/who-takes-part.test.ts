import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { TestServer } from '../harness/test-server'
import { treeFiles } from '../harness/tree-files'

test('VT1, SN48, SN49 the files of sessions name who takes part, also after members came, went and came back', async () => {
  await using server = await TestServer.start()
  const agent = (id: string) => ({ type: 'agent', id, display_name: id.toUpperCase() })
  const members = [agent('ana'), agent('ben')]
  const { body } = await server.call('POST', '/api/workspaces/w/group-chats', {
    name: 'P',
    members,
  })
  const chat = `/api/group-chats/${body['id']}`
  const open = async (more: object) =>
    (await server.call('POST', `${chat}/sessions`, more)).body['id'] as string
  const sessions = [await open({}), await open({ active_agents: ['ana'] })]
  const said = async () => {
    await server.app.filesWritten()
    const files = treeFiles(body['path'] as string)
    const inFiles = sessions.map((id) => parse(files[`sessions/${id}/config.yaml`] ?? ''))
    const inAnswers = sessions.map(async (id) => (await server.call('GET', `${chat}/sessions/${id}`)).body) // prettier-ignore
    expect(inFiles).toEqual(await Promise.all(inAnswers))
    return inFiles.map(({ active_agents: ids }) => (ids as string[]).join(' '))
  }
  expect(await said()).toEqual(['ana ben', 'ana'])
  await server.call('POST', `${chat}/members`, agent('cy'))
  expect(await said()).toEqual(['ana ben cy', 'ana'])
  await server.call('DELETE', `${chat}/members/ana`)
  expect(await said()).toEqual(['ben cy', ''])
  await server.call('POST', `${chat}/members`, agent('ana'))
  expect(await said()).toEqual(['ben cy ana', 'ana'])
})
