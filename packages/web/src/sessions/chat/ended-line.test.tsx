import { newGroup } from '@crewroom/shared/model/group'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RoundResponse } from '@crewroom/shared/model/round'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { AT, crewState, LEAD, roundAt, session } from '../../../test/samples'
import { Scope, type SessionScope } from '../session-scope'
import { EndedLine } from './EndedLine'

const ended = new Date(Date.parse(AT) + 41_000).toISOString()

/** The words of the line, with those of its link and its button in brackets. */
function lineOf(rhea: Partial<RoundResponse>, more: Partial<SessionScope> = {}, closed = false) {
  const response = { status: 'interrupted', endedAt: ended, ...rhea } as const
  const round = roundAt(2, 12, { rhea: response }, { closed: closed ? 'stopped' : 'answered' })
  const agent = { id: 'rhea', name: 'Rhea', role: 'developer', roleName: 'Developer', ended: null }
  const { lead } = crewState(1, [])
  const own = { id: 'g', name: 'team', displayName: 'Team', purpose: null, leadId: LEAD }
  const scope: SessionScope = {
    group: newGroup({ ...own, createdAt: AT, createdBy: LEAD }, []),
    session: session('s1'),
    crew: {
      lead,
      agents: {
        rhea: agent as AgentRecord,
        [LEAD]: { ...agent, id: LEAD, name: 'atlas', roleName: 'Project Lead' } as AgentRecord,
      },
    },
    live: {},
    personName: 'You',
    isReadOnly: false,
    speakers: ['rhea'],
    rounds: new Map([[2, round]]),
    layout: { kind: 'compare', isChosen: false, hasRoom: true, choose: () => {} },
    unreadAfter: null,
    onReply: undefined,
    parts: null,
    onMarkUnread: () => {},
    onShow: () => {},
    ...more,
  }
  const [own0] = round.responses
  if (!own0) throw new Error('no response')
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Scope value={scope}>
        <EndedLine round={round} response={own0} />
      </Scope>
    </MemoryRouter>,
  )
  return html
    .replace(/<span class="av.*?<\/span>/, '')
    .replace(/<(a|button)[^>]*>([^<]*)<\/\1>/g, ' [$2]')
    .replace(/<[^>]*>/g, '')
}

test.each<[rhea: Partial<RoundResponse>, line: string]>([
  [
    { stoppedBy: 'human' },
    'You stopped Rhea after 0:41. Nothing of it was posted. [What it did] [Ask again]',
  ],
  [
    { stoppedBy: LEAD },
    'Project Lead stopped Rhea after 0:41. Nothing of it was posted. [What it did] [Ask again]',
  ],
  [{}, 'Rhea was stopped after 0:41. Nothing of it was posted. [What it did] [Ask again]'],
  [{ error: 'the session was archived' }, 'Rhea was stopped after 0:41: the session was archived. [What it did] [Ask again]'], // prettier-ignore
  [{ status: 'error', error: 'It crashed!' }, 'Rhea did not answer: It crashed! [What it did] [Ask again]'], // prettier-ignore
  [{ status: 'error', error: 'no answer in time' }, 'Rhea did not answer: no answer in time. [What it did] [Ask again]'], // prettier-ignore
  [{ status: 'error' }, 'Rhea did not answer: its program failed. [What it did] [Ask again]'],
  [{ status: 'error', error: 'failed: 429 rate limit.' }, 'Rhea did not answer: 429 rate limit. [What it did] [Ask again]'], // prettier-ignore
  [{ status: 'passed' }, 'Rhea had nothing to add.'],
  [{ status: 'skipped' }, 'Rhea had not started when you wrote again.'],
  [{ status: 'skipped', error: 'it completed first' }, 'Rhea had not started: it completed first.'],
])('UI566, UI588 the line of an agent with %j says: %s', (rhea, line) => {
  expect(lineOf(rhea)).toBe(line)
})

test('UI566 nobody is asked again in an older round, by who may only read, or when it cannot answer', () => {
  const line = 'Rhea was stopped after 0:41. Nothing of it was posted. [What it did]'
  const rounds = new Map([3, 2].map((n) => [n, roundAt(n, n * 10, {})]))
  expect(lineOf({}, { rounds })).toBe(line)
  expect(lineOf({}, { isReadOnly: true })).toBe(line)
  expect(lineOf({}, { speakers: [] })).toBe(line)
  expect(lineOf({}, { isReadOnly: true }, true)).toBe(
    'Rhea was stopped after 0:41, with the session. Nothing of it was posted. [What it did]',
  )
})
