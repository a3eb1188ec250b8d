import type { NeedRecord, PermissionAnswer } from '@crewroom/shared/model/need'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { api } from './api'
import {
  answerPermission,
  hearPermissions,
  permissionAnswers,
  SETTLED_MS,
} from './permission-answers'
import { ApiError } from './request'

const YES = { optionId: 'yes', name: 'Yes, proceed', kind: 'allow_once' } as const
const NO = { optionId: 'cancel', name: 'No', kind: 'reject_once' } as const
let ids = 0

function asked(): NeedRecord {
  return {
    id: `need-${++ids}`,
    leadId: LEAD,
    kind: 'permission',
    agentId: 'dev',
    text: 'npm test',
    messageId: null,
    groupName: null,
    permission: {
      toolKind: 'execute',
      title: 'npm test',
      command: 'npm test',
      diffs: [],
      cut: false,
      options: [YES, NO],
      rule: { toolKind: 'execute', prefix: 'npm test' },
      until: null,
    },
    createdAt: AT,
  }
}

const closed = (need: NeedRecord, answer?: PermissionAnswer) =>
  hearPermissions([{ type: 'need:closed', seq: 9, leadId: LEAD, at: AT, need, answer }])
const person = ({ optionId, name }: { optionId: string; name: string }) =>
  ({ by: 'person', optionId, name }) as const
const state = permissionAnswers.getState

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The server answers when the test says so. */
function server() {
  let resolve: (value: never) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const answer = new Promise<never>((yes, no) => ([resolve, reject] = [yes, no]))
  const ask = vi.spyOn(api, 'answerPermission').mockReturnValue(answer)
  ask.mockClear()
  return { ask, resolve: (value: unknown) => resolve(value as never), reject }
}

test('UI452, UI453 an answer shows at once, is sent once, and stands until the server says how it ended', async () => {
  const need = asked()
  const { ask, resolve } = server()
  const first = answerPermission(need, YES, false)
  const second = answerPermission(need, NO, false)
  expect(state().given[need.id]?.option).toBe(YES)
  expect(ask.mock.calls).toEqual([[LEAD, need.id, { optionId: 'yes' }]])
  resolve({ need, rule: null })
  await Promise.all([first, second])
  expect(state().given[need.id]?.option, 'until its event is here').toBe(YES)
  closed(need, person(YES))
  expect([state().given[need.id], state().settled[need.id]?.isMine]).toEqual([undefined, true])
  await answerPermission(need, NO, false)
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(SETTLED_MS)
  expect(state().settled[need.id]).toBeUndefined()
})

test('UI453 an answer that did not reach the server can be given again', async () => {
  const need = asked()
  const { reject } = server()
  const sent = answerPermission(need, YES, false)
  reject(new ApiError(0, 'network', 'The server does not answer.'))
  await sent
  expect([state().given[need.id], state().problems[need.id]]).toEqual([
    undefined,
    'The server does not answer.',
  ])
  const again = server()
  void answerPermission(need, YES, false)
  expect([again.ask.mock.calls.length, state().problems[need.id]]).toEqual([1, undefined])
})

test.each([
  ['first', true],
  ['last', false],
])(
  'UI454 an answer that came too late is not this page’s; the refusal comes %s',
  async (_, isFirst) => {
    const need = asked()
    const { reject } = server()
    const sent = answerPermission(need, YES, false)
    if (!isFirst) closed(need, person(NO))
    reject(new ApiError(409, 'already_answered', 'Human answered it with “No”.'))
    await sent
    if (isFirst) {
      expect(state().given[need.id]?.tooLate).toBe('Human answered it with “No”.')
      closed(need, person(NO))
    }
    const { settled, problems, given } = state()
    expect(settled[need.id]).toMatchObject({ isMine: false, answer: { name: 'No' } })
    expect([problems[need.id], given[need.id]]).toEqual([undefined, undefined])
  },
)

test('UI457 a rule that was written with the answer is known, whether the event or the reply comes first', async () => {
  const rule = { id: 'r1', toolKind: 'execute', prefix: 'npm test', action: 'allow' }
  for (const isEventFirst of [true, false]) {
    const need = asked()
    const { ask, resolve } = server()
    const sent = answerPermission(need, YES, true)
    expect(ask.mock.calls.at(-1)?.[2]).toEqual({ optionId: 'yes', always: true })
    if (isEventFirst) closed(need, person(YES))
    resolve({ need, rule })
    await sent
    if (!isEventFirst) closed(need, person(YES))
    expect(state().settled[need.id]?.rule).toBe(rule)
  }
})

test('UI452 whatever opens or closes counts as a move', () => {
  const { moves } = state()
  const need = asked()
  hearPermissions([{ type: 'need:opened', seq: 8, leadId: LEAD, at: AT, need }])
  closed(need, { by: 'timeout', optionId: null, name: null })
  expect(state().moves).toBe(moves + 2)
})
