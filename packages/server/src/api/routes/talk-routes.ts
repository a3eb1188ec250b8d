import * as shapes from '@crewroom/shared/protocol/routes/talk'
import { listTalkSteps, listTalkWords, readTalk } from '../../agents/read-talk'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** Who writes to whom. */
export const TALK_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Messages', shapes.readTalk, {
    id: 'readTalk',
    who: 'reader',
    summary: 'How many messages each participant wrote for each other one',
    sample: {},
    run: async ({ by, crew, query }, { shard }) => ({
      body: await readTalk(shard, crew, by, query),
    }),
  }),
  row('Messages', shapes.listTalkSteps, {
    id: 'listTalkSteps',
    who: 'reader',
    summary: 'Who wrote for whom, message by message',
    sample: {},
    run: async ({ by, crew, query }, { shard }) => ({
      body: await listTalkSteps(shard, crew, by, query),
    }),
  }),
  row('Messages', shapes.listTalkWords, {
    id: 'listTalkWords',
    who: 'reader',
    summary: 'What two participants wrote to each other last',
    sample: { query: { a: 'human', b: '{dora}' } },
    run: async ({ by, crew, query }, { shard }) => ({
      body: await listTalkWords(shard, crew, by, query),
    }),
  }),
]
