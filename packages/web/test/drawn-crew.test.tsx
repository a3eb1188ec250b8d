import './page-globals'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { CommsPage } from '../src/comms/CommsPage'
import { AgentPage } from '../src/crew/AgentPage'
import { CrewPage } from '../src/crew/CrewPage'
import { roleShades } from '../src/crew/role-shades'
import { CrewEffect } from '../src/crew/CrewEffect'
import { MessageText } from '../src/groups/message/MessageText'
import { NeedsPage } from '../src/needs/NeedsPage'
import { ReportsPage } from '../src/reports/ReportsPage'
import { CrewCard } from '../src/shell/CrewCard'
import { serverPause } from '../src/sync/sync'
import { keepDraft } from '../src/sync/drafts'
import { agent, agents, answered, drawing, drawn, page, showCrew, viewOf, wordsOf } from './drawn'
import { AT, crewState, group, LEAD } from './samples'

drawing()

const DEV = 'dev00001-0000'
const QA = 'qa000001-0000'
const crew = agents(agent(DEV), agent(QA, { role: 'qa-tester' }))
const live = (status: 'idle' | 'working'): LiveAgent => ({
  status,
  connection: 'connected',
  owed: { count: 0, oldestAt: null },
  usage: null,
  why: { code: status, text: status, since: null },
})
const need = (kind: NeedRecord['kind'], more: Partial<NeedRecord> = {}): NeedRecord => ({
  id: `need-${kind}`,
  leadId: LEAD,
  kind,
  agentId: DEV,
  text: 'Which colour?',
  messageId: null,
  groupName: null,
  permission: null,
  createdAt: AT,
  ...more,
})
const task = (id: string, more: Partial<TaskRecord> = {}): TaskRecord => ({
  id,
  leadId: LEAD,
  agentId: DEV,
  by: LEAD,
  text: 'Extract the parser',
  context: null,
  status: 'open',
  summary: null,
  createdAt: AT,
  endedAt: null,
  ...more,
})
const byId = <T extends { readonly id: string }>(...all: readonly T[]) =>
  Object.fromEntries(all.map((own) => [own.id, own]))
const agentPage = (id = DEV) => page(<AgentPage />, 'crew/:agentId', `crew/${id}`)
const needs = () => page(<NeedsPage />, 'needs', 'needs')
const reports = (search = '') => page(<ReportsPage />, 'reports', `reports${search}`)
const comms = (to: string) => page(<CommsPage />, 'comms', `comms?with=${to}`)

test('UI270 an agent that went quiet is in Needs you, with its task and last words, and what a person can do', async () => {
  const text = 'Its last words: It is in src/lib.ts.'
  showCrew(
    viewOf({ agents: crew, needs: byId(need('stalled', { text })), tasks: byId(task('t1')) }),
  )
  const html = await needs()
  expect(wordsOf(html)).toMatch(/Developer dev00001 went quiet with its task open/)
  expect(wordsOf(html)).toContain(text)
  expect(wordsOf(html)).toMatch(/Write to it.*Task is done/)
  showCrew(viewOf({ agents: crew }))
  expect(wordsOf(await needs())).not.toContain('went quiet with')
})

test('UI96 a question can be answered where it is listed in Needs you', async () => {
  showCrew(viewOf({ agents: crew, needs: byId(need('question', { messageId: 'm1' })) }))
  const html = await needs()
  expect(wordsOf(html)).toContain('Which colour?')
  expect(html).toMatch(/<(textarea|input)[^>]*aria-label="[^"]*(Answer|answer)[^"]*"/)
  expect(html).toContain('aria-label="1 thing needs you"')
})

test('UI97 in Needs you a hold can be ended and a failed agent resumed', async () => {
  const hold = {
    reason: 'hops',
    since: AT,
    until: '2126-11-21T12:10:00.000Z',
    count: 9,
    agentIds: [DEV, QA],
  } as const
  const failed = agent(QA, { role: 'qa-tester', ended: 'failed', endedReason: 'no program' })
  const held = need('held', { groupName: 'thanks', id: 'h' })
  showCrew(
    viewOf({
      agents: agents(agent(DEV), failed),
      groups: { thanks: group('thanks', { hold }) },
      needs: byId(held, need('failed', { agentId: QA, text: 'There is no program' })),
    }),
  )
  const words = wordsOf(await needs())
  expect(words).toMatch(/The hold ends automatically at \d\d:\d\d.*Deliver now/)
  expect(words).toMatch(/has failed.*There is no program Resume agent/)
})

test.each([
  ['everyone', false, 'Goes to all 3 agents and wakes them'],
  ['everyone', true, 'Goes to all 3 agents when the pause ends'],
  [DEV, false, 'Wakes Developer (dev00001)'],
  [DEV, true, 'Developer (dev00001) reads it when the pause ends'],
] as const)(
  'UI91, UI189 before a message to %s is sent, in a pause: %s, the page says: %s',
  async (to, paused, says) => {
    showCrew(viewOf({ agents: crew }))
    serverPause.setState({ paused })
    const words = wordsOf(await comms(to))
    expect(words).toContain(says)
    expect(words.includes('All crews are paused')).toBe(paused)
  },
)

test('UI95, UI381 tasks and their reports are listed, each with the control that folds it at its beginning', async () => {
  const done = task('t2', { status: 'completed', summary: 'It is done.', endedAt: AT })
  showCrew(viewOf({ agents: crew, tasks: byId(task('t1')) }))
  answered(['lead', LEAD, 'tasks'], { tasks: [task('t1'), done], asOf: 1 })
  const html = await reports()
  expect(wordsOf(html)).toMatch(/Extract the parser/)
  expect(wordsOf(html)).toMatch(/Done.*It is done\./)
  const folds = [...html.matchAll(/<button[^>]*class="unfold"[^>]*>(<\w+)/g)].map(
    ([, first]) => first,
  )
  expect(folds).toEqual(['<svg', '<svg'])
})

test('UI381, UI301 an unfinished task is kept with its agent; namesakes have ids, and the lead is in the list', async () => {
  const state = {
    agents: agents(agent(DEV, { name: 'Ann' }), agent(QA, { name: 'Ann', role: 'qa-tester' })),
  }
  showCrew(viewOf(state))
  keepDraft(LEAD, 'task:new', 'Begun')
  keepDraft(LEAD, 'task:new:agent', QA)
  const html = await reports('?new=task')
  expect(wordsOf(html)).toContain('An Ann dev00001 Developer Not connected')
  expect(wordsOf(html)).toContain('An Ann qa000001 QA Tester Not connected')
  expect(wordsOf(html)).toContain('PL Project Lead Lead Not connected')
  expect(html).toMatch(/<textarea[^>]*>Begun<\/textarea>/)
  expect(/<input[^>]*value="qa000001-0000"[^>]*>/.exec(html)?.[0]).toMatch(/ checked/)
})

test('UI382, UI186, UI183 only an agent at work is ended in red; one that was ended reads nothing and keeps the text', async () => {
  const pageOf = async (more: Partial<AgentRecord> = {}) => {
    showCrew(viewOf({ agents: agents(agent(DEV, more)) }))
    keepDraft(LEAD, `comms:${DEV}`, 'are you there')
    return agentPage()
  }
  const endButton = (html: string) =>
    /<button[^>]*class="([^"]*)"[^>]*>(?:(?!<\/button>).)*End<\/button>/.exec(html)?.[1]
  const atWork = await pageOf()
  expect(endButton(atWork)).toBe('btn danger')
  expect(atWork).toMatch(/<textarea[^>]*>are you there<\/textarea>/)
  expect(wordsOf(atWork)).toContain('Waiting for it')
  expect(endButton(await pageOf({ ended: 'failed', endedReason: 'x' }))).toBe('btn')
  const ended = await pageOf({ ended: 'terminated', endedReason: 'x' })
  expect(wordsOf(ended)).toContain(
    'It was ended and no longer reads messages. Resume it to send what you wrote',
  )
  expect(ended).not.toContain('<textarea')
  showCrew(viewOf({ agents: agents(agent(DEV)) }))
  expect(await comms(DEV)).toMatch(/<textarea[^>]*>are you there<\/textarea>/)
})

test('UI380 the name of the crew opens a menu with the other crews, all crews and a new one, and shows its key', async () => {
  const other = viewOf({ lead: { ...crewState(1, []).lead, id: 'lead-2', name: 'harbor' } })
  showCrew(viewOf({ agents: crew }), other)
  const html = await page(<CrewPage />, 'crew', 'crew')
  expect(html).toMatch(/class="lead" popoverTarget="leads-menu"/i)
  const menu = wordsOf(/<ul id="leads-menu".*?<\/ul>/s.exec(html)?.[0] ?? '')
  expect(menu).toMatch(/atlas.*harbor.*All crews G H New crew/)
})

test('UI178 the number of agents and of working agents is the same everywhere', async () => {
  const working = { [DEV]: live('working'), [LEAD]: live('working'), [QA]: live('idle') }
  showCrew(viewOf({ agents: crew }, working))
  const html = await page(<CrewPage />, 'crew', 'crew')
  expect(wordsOf(html).match(/Crew 2 working/g)?.length).toBe(2)
  expect(wordsOf(await drawn(<CrewCard leadId={LEAD} />))).toMatch(/3 agents · .*2 working/)
})

test('UI414 a narrow screen has five tabs, the needs first', async () => {
  const html = await page(<CrewPage />, 'crew', 'crew')
  const tabs = /<nav class="tabs".*?<div id="more-menu"/s.exec(html)?.[0] ?? ''
  expect(wordsOf(tabs)).toMatch(/^Needs you Overview Groups Crew More/)
})

test('UI522, UI523 the crew’s page says what its work took, in all and by task, and nothing before a turn', async () => {
  const figures = {
    turns: 7,
    tokens: 12_000,
    emptyWakes: 1,
    openings: 2,
    answers: 1,
    readTimes: { median: 4_000, p90: 9_000 },
  }
  const shown = async (data: object) => {
    answered(['effect', LEAD], data)
    answered(['lead', LEAD, 'tasks'], { tasks: [task('t1')], asOf: 1 })
    return drawn(<CrewEffect leadId={LEAD} />)
  }
  const html = await shown({
    ...figures,
    isPart: false,
    tasks: [{ ...figures, turns: 3, taskId: 't1' }],
  })
  const words = wordsOf(html)
  expect(words).toMatch(
    /What it took 7 turns .* tokens 1 empty wake 0\.5 answers per message .* until read/,
  )
  expect(words).toMatch(/By task Extract the parser 3 turns/)
  expect(html).toContain('<details><summary>By task')
  expect(html).toContain('title="Turns that held nothing but confirmations and notices"')
  expect(await shown({ ...figures, turns: 0, isPart: false, tasks: [] })).toBe('')
})

test('UI520, UI521 roles of the configuration are offered by their names, in their colours, beside the others', async () => {
  const roles = [
    { id: 'developer', name: 'Coder', color: '#3b82f6' },
    { id: 'pipeline', name: 'Pipeline Engineer', color: '#FFF000' },
  ]
  answered(['roles'], { roles })
  showCrew(
    viewOf({
      agents: agents(
        agent(DEV, { role: 'pipeline', roleName: 'Pipeline Engineer', color: '#FFF000' }),
      ),
    }),
  )
  const html = await page(<CrewPage />, 'crew', 'crew?new=agent')
  const words = wordsOf(html)
  expect(words).toMatch(/Coder.*Pipeline Engineer/)
  const { light } = roleShades('#FFF000')
  const offered =
    /<label class="([^"]*)" style="--cl:([^;]*);[^>]*>(?:(?!<\/label>).)*Pipeline Engineer<\/label>/.exec(
      html,
    )
  expect(offered?.slice(1)).toEqual(['role-chip role-own', light.text])
  const badge = /<span class="av[^"]*role-own" style="--cl:([^;]*);/.exec(html)
  expect(badge?.[1]).toBe(light.text)
})

test('UI375 the language of code is above it, and lines of a diff are told apart', async () => {
  const code = await drawn(<MessageText content={'```js\nshort()\n```'} />)
  expect(code).toMatch(/<div class="code-bar"><span>js<\/span>/)
  const diff = await drawn(<MessageText content={'```diff\n@@ -1 +1 @@\n-old\n+new\n```'} />)
  expect(diff).toMatch(/diff-line place">@@.*diff-line removed">-old.*diff-line added">\+new/s)
})
