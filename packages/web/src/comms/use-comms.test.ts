import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { afterEach, expect, test } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'
import type { Pending, ToAgents } from '../sync/outbox'
import { queryClient } from '../sync/query-client'
import { commsRows } from './comms-rows'
import { type CommsWindow, messagesIn, withDirect } from './comms-window'
import { showDirect } from './use-comms'

afterEach(() => queryClient.clear())

const mine: DirectMessage = {
  id: 'd5',
  seq: 5,
  leadId: LEAD,
  kind: 'direct',
  from: 'human',
  fromRole: 'Human',
  to: 'dev',
  content: 'hello',
  timestamp: AT,
  clientId: 'c1',
  hop: 0,
}
const pending: Pending<ToAgents> = {
  clientId: 'c1',
  leadId: LEAD,
  to: 'dev',
  content: 'hello',
  writtenAt: AT,
  status: 'sending',
  problem: null,
}

test('UI92 a message is shown once, whichever of its event and its answer comes first', async () => {
  const keyOf = (agentId: string | null) => ['lead', LEAD, 'comms', agentId]
  const load = (agentId: string | null) =>
    queryClient.fetchQuery<CommsWindow>({
      queryKey: keyOf(agentId),
      queryFn: () => {
        liveLists.begin<CommsWindow>(
          LEAD,
          keyOf(agentId),
          oneByOne((window, event) =>
            withDirect(window, event, ({ to }) => agentId === null || to === agentId),
          ),
        )
        return {
          pages: [{ messages: [], hasMore: false, asOf: 4 }],
          pageParams: [null],
        }
      },
      staleTime: 0,
    })
  const messages = (agentId: string | null) => {
    const window = queryClient.getQueryData<CommsWindow>(keyOf(agentId))
    return window ? messagesIn(window) : []
  }
  const answer = () => showDirect(mine)
  const event = () =>
    liveLists.apply(LEAD, [{ type: 'direct:message', seq: 5, leadId: LEAD, at: AT, message: mine }])
  for (const steps of [
    [answer, event],
    [event, answer],
  ]) {
    for (const agentId of [null, 'dev', 'qa']) await load(agentId)
    for (const step of steps) {
      step()
      const rows = commsRows(messages('dev'), [pending]).filter(({ kind }) => kind !== 'day')
      expect(rows).toMatchObject([{ kind: 'message', message: mine }])
    }
    expect([messages(null), messages('dev'), messages('qa')]).toEqual([[mine], [mine], []])
  }
  // An id is its sender's own: an agent may have chosen the same.
  const theirs = commsRows([{ ...mine, from: 'dev', to: 'human' }], [pending])
  expect(theirs.map(({ kind }) => kind)).toEqual(['day', 'message', 'pending'])
})
