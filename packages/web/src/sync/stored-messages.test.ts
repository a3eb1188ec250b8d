import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { expect, test } from 'vitest'
import { posted } from '../../test/samples'
import { onStored, tellStored } from './stored-messages'

test('UI92 of what the server has, the person’s own messages are announced, to groups and to agents, to every listener', () => {
  const heard: string[] = []
  for (const who of ['one', 'two']) onStored((clientId) => heard.push(`${who} ${clientId}`))
  const own = { from: HUMAN_ID, clientId: 'c1' }
  tellStored([
    { type: 'lead:paused' } as never,
    posted(1, { from: 'dev', clientId: 'of an agent' }),
    posted(2, { from: HUMAN_ID }),
    posted(3, own),
    { type: 'direct:message', message: { ...own, clientId: 'c2' } } as never,
  ])
  expect(heard).toEqual(['one c1', 'two c1', 'one c2', 'two c2'])
})
