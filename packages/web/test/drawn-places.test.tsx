import './page-globals'
import { newGroup } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { EarlierStrip } from '../src/activity/lanes/EarlierStrip'
import { LaneCard } from '../src/activity/lanes/LaneCard'
import { type Picture, rowsOf } from '../src/activity/lanes/lane-rows'
import { looksThen } from '../src/activity/lanes/look-then'
import { NothingHere } from '../src/activity/lanes/NothingHere'
import { QuietLane } from '../src/activity/lanes/QuietLane'
import { AgentPage } from '../src/crew/AgentPage'
import { GroupsPage } from '../src/groups/GroupsPage'
import { Mentions } from '../src/groups/message/mention-scope'
import { Mention } from '../src/groups/message/Mention'
import { keepPlace, keptPlace } from '../src/groups/timeline/kept-place'
import { missingOf, problemsOf } from '../src/groups/new-group/new-group-problems'
import { DeleteCrewDialog } from '../src/shell/DeleteCrewDialog'
import { NoCrewPage } from '../src/shell/NoPages'
import { pageTitle } from '../src/shell/page-title'
import { SkipLinks } from '../src/shell/SkipLinks'
import { Shell } from '../src/shell/Shell'
import { TranscriptsPage } from '../src/transcripts/TranscriptsPage'
import { exportJobs } from '../src/sync/export-jobs'
import { ApiError } from '../src/sync/request'
import { person } from '../src/sync/sync'
import { AgentUse } from '../src/usage/AgentUse'
import { agent, agents, answered, drawing, drawn, page, showCrew, viewOf, wordsOf } from './drawn'
import { AT, group, LEAD, posted, session } from './samples'

drawing()

const DEV = 'dev00001-0000'
const QA = 'qa000001-0000'
const crew = agents(agent(DEV), agent(QA, { role: 'qa-tester' }))
const at = Date.parse(AT)
const lane = (id: string, ...times: readonly number[]) => ({
  id,
  lives: [{ from: at, to: null }],
  marks: times.map((time) => ({ at: time, kind: 'message', end: null, event: posted(1) })),
})
const picture = (more: Partial<Record<keyof Picture, unknown>>) =>
  ({ lanes: [], groups: [], bars: new Map(), waits: new Map(), ...more }) as unknown as Picture
const range = { from: at, to: at + 60_000 }
const wanted = {
  range,
  now: at + 60_000,
  hasGroups: true,
  hasQuiet: false,
  find: '',
  nameOf: (id: string) => id,
  groupName: (name: string) => name,
}

test('UI359 a window in which nothing happened says when something did, and leads there', async () => {
  const words = async (...times: readonly number[]) =>
    wordsOf(
      await drawn(
        <NothingHere
          picture={picture({ lanes: [lane(DEV, ...times)] })}
          range={range}
          onJump={() => {}}
        />,
      ),
    )
  expect(await words(at - 60_000)).toMatch(
    /Nothing happened here The last activity was at \d\d:\d\d.* Jump to it/,
  )
  expect(await words(at + 120_000)).toMatch(/The next activity was at \d\d:\d\d.* Jump to it/)
  expect(await words()).toBe('Nothing happened yet')
})

test('UI362 with more than 24 agents lanes are 28 px high and filtered by name; quiet ones are one line', async () => {
  const many = (count: number) =>
    rowsOf(
      picture({
        lanes: Array.from({ length: count }, (_, n) =>
          n === 3 ? lane('a3', at + 1) : lane(`a${n}`),
        ),
      }),
      wanted,
    )
  expect(many(24).rows.map(({ height }) => height)).toEqual(Array.from({ length: 24 }, () => 54))
  expect(many(24).isMany).toBe(false)
  const { rows, isMany } = many(25)
  expect(isMany).toBe(true)
  expect(rows.map(({ key, height }) => [key, height])).toEqual([
    ['agent a3', 28],
    ['quiet', 36],
  ])
  const found = rowsOf(picture({ lanes: Array.from({ length: 25 }, (_, n) => lane(`a${n}`)) }), {
    ...wanted,
    find: 'A1',
  })
  expect(found.rows.map(({ key }) => key)).toContain('agent a17')
  expect(found.rows.map(({ key }) => key)).not.toContain('agent a2')
  const quiet = rows.at(-1)
  if (quiet?.kind !== 'quiet') throw new Error('none is quiet')
  expect(wordsOf(await drawn(<QuietLane row={quiet} onToggle={() => {}} />))).toBe('24 quiet')
})

test('UI363, KP8 what of the story is not loaded, or was removed, is said beside a button that loads more', async () => {
  const strip = async (earlier: object, recordsFrom: number | null = null) =>
    wordsOf(
      await drawn(
        <EarlierStrip
          earlier={{ isLoading: false, missing: 0, hasFailed: false, load: null, ...earlier }}
          knownFrom={at}
          problem={null}
          recordsFrom={recordsFrom}
          now={at + 60_000}
        />,
      ),
    )
  expect(await strip({ missing: 3_400, load: () => {} })).toMatch(
    /^From \d\d:\d\d.*\. Up to 3,400 earlier events are not loaded\. Load$/,
  )
  expect(await strip({ missing: 3_400 })).toContain('not loaded: the feed has them.')
  expect(await strip({}, at)).toMatch(
    /Some working times before \d\d:\d\d.* are missing: this server limits how much of agents’ records it keeps/,
  )
  expect(await strip({})).toBe('')
})

test('UI360 the card of a mark has its words, its recipients and a link to the place', async () => {
  const members = [DEV, QA].map(
    (id) => ({ id, memberRole: 'member', joinedAt: AT, joinedSeq: 1, wake: 'all' }) as const,
  )
  const own = { id: 'team', name: 'team', displayName: 'team', purpose: null, leadId: LEAD }
  const told = newGroup({ ...own, createdAt: AT, createdBy: LEAD }, members)
  const { state } = viewOf({ agents: crew, groups: { team: told } })
  const event = posted(7, {
    from: DEV,
    fromRole: 'Developer',
    content: 'It is green',
    mentions: [QA],
  })
  const html = await drawn(
    <LaneCard
      state={state}
      marks={[{ at, kind: 'message', end: null, event } as never]}
      x={10}
      row={undefined}
      rows={[]}
      told={new Set()}
      seen={{ top: 0, height: 400, left: 0, width: 800 }}
      contentHeight={400}
      isFollowing={false}
      onEnter={() => {}}
      onLeave={() => {}}
    />,
  )
  expect(wordsOf(html)).toMatch(/Developer.*team.*It is green.*Told.*QA Tester.*Open/)
  expect(html).toContain(`href="/leads/${LEAD}/groups/team?m=m7"`)
})

test('UI365 in a replay agents look as they did at that moment', () => {
  const bars = new Map([[DEV, [{ from: at, to: at + 10, isWork: true }]]])
  const then = picture({
    lanes: [lane(DEV), lane(QA)],
    bars,
    waits: new Map([[QA, [{ from: at, to: at + 10 }]]]),
  })
  const words = (moment: number) =>
    Object.fromEntries(
      Object.entries(looksThen({ agents: crew }, then, moment)).map(([id, { word }]) => [id, word]),
    )
  expect(words(at + 5)).toEqual({ [DEV]: 'Working', [QA]: 'Waits for you' })
  expect(words(at + 20)).toEqual({ [DEV]: 'Idle', [QA]: 'Idle' })
  expect(words(at - 1)).toEqual({})
})

test('UI85 the mention of the person has a chip of its own, and others have theirs', async () => {
  const people = [
    { id: HUMAN_ID, name: 'You', roleName: 'Human' },
    { id: QA, name: 'QA Tester', roleName: 'QA Tester' },
  ]
  const mention = (text: string) =>
    drawn(
      <Mentions value={{ leadId: LEAD, people } as never}>
        <Mention text={text} />
      </Mentions>,
    )
  expect(await mention('@You')).toContain('class="at-me"')
  expect(await mention('@qa-tester')).toContain('class="at-x"')
  expect(await mention('@nobody')).toBe('@nobody')
})

test('UI154 a group opens again in the same tab where it was left, and at its end if it was left there', () => {
  keepPlace(LEAD, 'team', { key: 'm7', top: 40 })
  keepPlace(LEAD, 'constructor', { key: 'm9', top: 0 })
  expect(keptPlace(LEAD, 'team')).toEqual({ key: 'm7', top: 40 })
  expect(keptPlace('other', 'team')).toBeNull()
  keepPlace(LEAD, 'team', null)
  expect(keptPlace(LEAD, 'team')).toBeNull()
  expect(keptPlace(LEAD, 'constructor')).toEqual({ key: 'm9', top: 0 })
})

test('UI61, UI374 a taken name is reported before the group is made, and refusals of the server at their fields', () => {
  const typed = { name: 'team', purpose: '', isTaken: false, pickedCount: 1 }
  expect(missingOf(typed)).toBeNull()
  expect(missingOf({ ...typed, isTaken: true })).toBe('Choose another name.')
  expect(missingOf({ ...typed, name: '###' })).toBe('Give it a name with a letter or a digit.')
  expect(missingOf({ ...typed, pickedCount: 0 })).toBe('Pick at least one other member.')
  const refused = (code: string, fields?: object) =>
    problemsOf(new ApiError(422, code as never, 'It is refused.', fields ? { fields } : {}))
  expect(refused('validation', { name: 'is too long', purpose: 'is too long' })).toEqual({
    name: 'The name is too long.',
    purpose: 'The purpose is too long.',
  })
  expect(refused('group_exists')).toEqual({ name: 'It is refused.' })
})

test('UI185 the title of a page that is gone counts nothing of it, and a missing crew says so', async () => {
  expect(pageTitle(0, 0, ['No such crew'])).toBe('No such crew · Crewroom')
  expect(pageTitle(14, 1, ['team', 'atlas'])).toBe('(14 · @1) team · atlas · Crewroom')
  const shell = (
    <Routes>
      <Route path="leads/:leadId/*" element={<Shell />} />
    </Routes>
  )
  const words = wordsOf(await drawn(shell, '/leads/gone/groups'))
  expect(words).toContain('There is no such crew')
  expect(words).toContain('Show all crews')
})

test('EX32 the dialog that deletes a crew offers its export first, names the command, and shows what is being read', async () => {
  const dialog = () =>
    drawn(<DeleteCrewDialog leadId={LEAD} name="atlas" agents={3} onClose={() => {}} />)
  const words = wordsOf(await dialog())
  expect(words).toContain('Export first')
  expect(words).toContain(`npm run crewroom export -- --lead ${LEAD}`)
  const job = { id: 1, leadId: LEAD, title: 'atlas', lines: 3, total: 9, bytes: 9, problem: null }
  exportJobs.setState([job], true)
  const reading = await dialog()
  exportJobs.setState([], true)
  expect(wordsOf(reading)).not.toContain('Export first')
  expect(wordsOf(reading)).toContain('3 of 9 lines')
})

test('UI532 an agent has a bar of its budget in words, amber from 80 %; agents without one are compared', async () => {
  const { state } = viewOf({ agents: crew })
  const use = (tokens: number, budgets: readonly object[]) =>
    drawn(
      <AgentUse
        state={state}
        agent={agent(DEV)}
        budgets={budgets as never}
        spent={{ cost: null, tokens, isEstimate: false } as never}
        most={1_000}
        isReader
      />,
    )
  const budget = { agentId: DEV, usd: null, tokens: 1_000, spentUsd: null, spentTokens: 800 }
  const bar = await use(800, [{ ...budget, stage: 'warned' }])
  expect(bar).toContain('aria-valuetext="800 of 1k tokens, 80 %"')
  // The sheet colours every stage.
  expect(bar).toContain('data-stage="warned"')
  expect(await use(790, [{ ...budget, stage: null }])).not.toContain('data-stage')
  expect(await use(500, [])).toContain('width:50%')
})

test('TV58 transcripts are shown without a crew, at /transcripts', async () => {
  person.setState({ hasTranscripts: true })
  answered(['transcripts', 'list'], { roots: [], why: 'Name a folder.', projects: [] })
  const routes = (
    <Routes>
      <Route path="/transcripts" element={<NoCrewPage />}>
        <Route index element={<TranscriptsPage />} />
      </Route>
    </Routes>
  )
  const words = wordsOf(await drawn(routes, '/transcripts'))
  expect(words).toContain('Choose a crew')
  expect(words).toMatch(/No folder is named.*Name a folder\..*Open a transcript/)
})

test('TR140, TR143 an agent’s page shows its record as a conversation or raw, and links to its transcript', async () => {
  person.setState({ hasTranscripts: true })
  showCrew(viewOf({ agents: crew }))
  const record = async (search = '') => {
    const html = await page(<AgentPage />, 'crew/:agentId', `crew/${DEV}${search}`)
    const pressed = [...html.matchAll(/aria-pressed="(\w+)">(Conversation|Raw record)</g)].map(
      ([, is, what]) => `${what}: ${is}`,
    )
    return { html, pressed }
  }
  const { html, pressed } = await record()
  expect(pressed).toEqual(['Conversation: true', 'Raw record: false'])
  expect(html).toContain(`href="/leads/${LEAD}/transcripts/agent-${DEV}"`)
  expect(wordsOf(html)).toContain('Context and time line')
  expect((await record('?record=raw')).pressed).toEqual(['Conversation: false', 'Raw record: true'])
})

test('UI204, UI577 the open group shows its main talk and its sessions in use below its row, with who thinks', async () => {
  const own = group('team')
  const sessions = {
    s1: session('s1', { title: 'Off or inherit?', activeAgents: [DEV] }),
    s2: session('s2', { title: 'Old', status: 'archived' }),
  }
  showCrew(viewOf({ agents: crew, groups: { team: own, other: group('other') }, sessions }))
  const html = await page(<GroupsPage />, 'groups/:name', 'groups/team')
  const words = wordsOf(html)
  expect(words).toMatch(/Off or inherit\?/)
  expect(words).not.toContain('Old')
  expect(html).toContain(`/leads/${LEAD}/groups/team/s/s1`)
  expect(wordsOf(await page(<GroupsPage />, 'groups/:name', 'groups/other'))).not.toContain(
    'Off or inherit?',
  )
})

test('UI578, UI599, UI601 the title bar of a session is three lists and the search of its group; an agent’s view skips to the content', async () => {
  const sessions = { s1: session('s1', { title: 'Off or inherit?', activeAgents: [DEV] }) }
  showCrew(viewOf({ agents: crew, groups: { team: group('team') }, sessions }))
  const html = await page(<GroupsPage />, 'groups/:name/s/:sid', 'groups/team/s/s1')
  const pickers = html.match(/<button[^>]*aria-haspopup="listbox".*?<\/button>/gs) ?? []
  const lists = pickers.map(wordsOf)
  expect(lists).toEqual(['Group: team', 'Session: Off or inherit?', 'View: Group view'])
  expect(html).toContain('aria-label="Find in group"')
  expect(html).toContain('href="#composer"')
  const stops = await drawn(
    <SkipLinks />,
    `/leads/${LEAD}/groups/team/s/s1?view=agent&agent=${DEV}`,
  )
  expect(stops).toContain('href="#main"')
})
