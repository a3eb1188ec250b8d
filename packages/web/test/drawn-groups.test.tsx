import './page-globals'
import { type GroupRecord, newGroup, type Member } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { expect, test } from 'vitest'
import { GroupsPage } from '../src/groups/GroupsPage'
import { ForAgents } from '../src/groups/details/ForAgents'
import GroupDetails from '../src/groups/details/GroupDetails'
import { Wakes } from '../src/groups/composer/ComposerNotes'
import { serverPause } from '../src/sync/sync'
import { liveDetails } from '../src/sync/live-details'
import { markKey } from '../src/sync/read-marks'
import { ListFilter } from '../src/groups/list/ListFilter'
import { shownCount, UnreadBadge } from '../src/ui/Badge'
import { agent, agents, around, drawing, drawn, page, showCrew, viewOf, wordsOf } from './drawn'
import { AT, crewState, LEAD } from './samples'

drawing()

const DEV = 'dev00001-0000'
const QA = 'qa000001-0000'
const member = (id: string, more: Partial<Member> = {}): Member => ({
  id,
  memberRole: id === LEAD ? 'lead' : 'member',
  joinedAt: AT,
  joinedSeq: 1,
  wake: 'all',
  ...more,
})
const team = (more: Partial<GroupRecord> = {}, ...members: readonly Member[]) => {
  const own = { id: 'team', name: 'team', displayName: 'team', purpose: null, leadId: LEAD }
  const all = members.length > 0 ? members : [member(LEAD), member(DEV), member(QA)]
  return { ...newGroup({ ...own, createdAt: AT, createdBy: LEAD }, all), ...more }
}
const crew = agents(agent(DEV), agent(QA, { role: 'qa-tester' }))
const groups = (path: string, pattern = 'groups') => page(<GroupsPage />, pattern, path)
const chat = (path = 'groups/team') => groups(path, 'groups/:name')

test('UI373 a group that does not exist can be created under its name', async () => {
  const words = wordsOf(await chat('groups/nothing'))
  expect(words).toContain('There is no such group This crew has no group called “nothing”.')
  expect(words).toContain('Create group “nothing”')
  expect(words).toContain('Show all groups')
})

test('UI374, UI58 New group has an address, and says beside its button what is missing', async () => {
  const html = await groups('groups?new=group')
  const words = wordsOf(html)
  expect(words).toContain('Agents call it by its short form, such as config-team.')
  expect(words).toContain('Give it a name.')
  expect(wordsOf(await groups('groups'))).not.toContain('Give it a name.')
})

test('UI48 a held group says why and until when, is marked in the list, and a person can end that', async () => {
  const hold = {
    reason: 'replies',
    since: AT,
    until: '2126-11-21T12:10:00.000Z',
    count: 12,
    agentIds: [DEV, QA],
  } as const
  showCrew(viewOf({ agents: crew, groups: { team: team({ hold }) } }))
  const words = wordsOf(await chat())
  expect(words).toMatch(
    /On hold until \d\d:\d\d\. Developer \(dev00001\) and QA Tester \(qa000001\) exchanged 12 replies .*New messages are kept until then\. Deliver now/,
  )
  expect(words.slice(0, words.indexOf('Deliver now'))).toMatch(/On hold.*On hold until/)
})

test.each([
  ['the group', { paused: true }, false, false, 'The group is paused.'],
  ['its crew', {}, true, false, 'The crew is paused.'],
  ['all crews', {}, false, true, 'All crews are paused'],
] as const)(
  'UI129, UI189 a pause of %s is shown in the chat, with what ends it',
  async (_, more, crewPaused, all, says) => {
    const { lead } = crewState(1, [])
    showCrew(
      viewOf({ agents: crew, lead: { ...lead, paused: crewPaused }, groups: { team: team(more) } }),
    )
    serverPause.setState({ paused: all })
    const words = wordsOf(await chat())
    expect(words).toContain(says)
    expect(words.slice(words.indexOf(says))).toContain(all ? 'Resume all' : 'Resume')
  },
)

test('UI45, UI189 one line names whom a message wakes, or says that it wakes nobody, as in a pause', async () => {
  const { lead } = crewState(1, [])
  const line = async (text: string, more: object = {}, paused = false) =>
    wordsOf(
      await drawn(
        <Wakes
          group={team({}, member(LEAD), member(DEV), member(QA))}
          crew={{ agents: crew, lead: { ...lead, ...more, paused } }}
          text={text}
          repliedTo={undefined}
        />,
      ),
    )
  expect(await line('')).toBe('')
  expect(await line('hello')).toBe('Wakes Project Lead, Developer (dev00001) and 1 more')
  expect(await line('hello @qa-tester')).toBe('Wakes QA Tester (qa000001), Project Lead and 1 more')
  expect(await line('hello', {}, true)).toBe('Wakes nobody: they read it when the pause ends')
  serverPause.setState({ paused: true })
  expect(await line('hello')).toBe('Wakes nobody: they read it when the pause ends')
})

test('UI63, UI65, UI66 details show members with id, status and what wakes them, what can be changed, and the commands', async () => {
  const own = team(
    { purpose: 'Ship it' },
    member(LEAD),
    member(DEV, { wake: 'mentions' }),
    member(HUMAN_ID),
  )
  const view = viewOf({ agents: crew, groups: { team: own } })
  showCrew(view)
  const details = async (more = {}) =>
    wordsOf(
      await drawn(
        <GroupDetails as="beside" hide={() => {}} group={{ ...own, ...more }} state={view.state} />,
      ),
    )
  const words = await details()
  expect(words).toMatch(/Developer dev00001 Woken by: Mentions only/)
  expect(words).toMatch(/Project Lead lead-1 .*Lead/)
  expect(words).toContain(
    'Pause group Members can still write, but agents get nothing until you resume it.',
  )
  expect(words).toContain('Archive group Nobody can write to it then. Its history is kept.')
  expect(words).toMatch(/Name team .*Purpose Ship it/)
  expect(await details({ paused: true })).toContain('Resume group')
  expect(await details({ archived: true })).toContain(
    'Unarchive group Its members can then write again.',
  )
  liveDetails.setState({
    composing: { [markKey(LEAD, 'team')]: [{ agentId: DEV, text: null, at: 0 }] },
  })
  expect(await details()).toMatch(/dev00001 .*Writing/)
  liveDetails.setState({ composing: {} })
  const commands = await drawn(<ForAgents name="team" />)
  expect(wordsOf(commands)).toContain('⟦⟦ GROUP_MESSAGE {"group":"team", "content":"…"} ⟧⟧')
  expect(commands).toContain('Copy the command to write')
})

test('UI64, UI67 new members get the last 20 messages; an automatic group says why it exists', async () => {
  const own = team(
    { name: 'timeline-team', auto: true },
    member(LEAD),
    member(DEV),
    member(QA),
    member('x'),
  )
  const view = viewOf({ agents: crew, groups: { 'timeline-team': own } })
  showCrew(view)
  const words = wordsOf(
    await drawn(<GroupDetails as="beside" hide={() => {}} group={own} state={view.state} />),
  )
  expect(words).toContain('New members see the last 20 messages')
  expect(words).toContain('Created because 3 agents share ‘timeline’')
  expect(wordsOf(await groups('groups'))).toContain('Auto')
})

test('UI62 details are beside the chat from 1280 px on, over it below that, and a page up to 720 px', async () => {
  showCrew(viewOf({ agents: crew, groups: { team: team() } }))
  const where = async (width: number, path: string) => {
    around.width = width
    const html = await groups(
      path,
      path.includes('/members') ? 'groups/:name/members' : 'groups/:name',
    )
    return {
      isBeside: html.includes('aria-label="Group details"'),
      isOver: /<main class="chat"[^>]* inert/.test(html),
    }
  }
  expect(await where(1280, 'groups/team')).toEqual({ isBeside: true, isOver: false })
  expect(await where(1280, 'groups/team?details=0')).toEqual({ isBeside: false, isOver: false })
  expect(await where(1279, 'groups/team')).toEqual({ isBeside: false, isOver: false })
  expect(await where(1279, 'groups/team/members')).toEqual({ isBeside: false, isOver: true })
  const view = viewOf({ agents: crew, groups: { team: team() } })
  const full = await drawn(
    <GroupDetails as="full" hide={() => {}} group={team()} state={view.state} />,
  )
  expect(full).toMatch(/<main[^>]*aria-label="Group details"/)
  expect(wordsOf(full)).toContain('Details')
})

test('UI294, UI188 a group has its display name wherever people look, isolated; its details and address have the short one', async () => {
  const own = { ...team({ displayName: 'فريق القهوة', messageCount: 1 }), name: 'group-1' }
  const view = viewOf({
    agents: agents(agent(DEV, { name: '\u202Eved' })),
    groups: { 'group-1': own },
  })
  showCrew(view)
  const html = await chat('groups/group-1')
  const shown = wordsOf(html)
  expect(shown).toMatch(/Groups 1 .*فريق القهوة.* فريق القهوة/)
  expect(html).toMatch(/<bdi[^>]*>فريق القهوة<\/bdi>|dir="auto"[^>]*>فريق القهوة</)
  expect(html).toContain(`/leads/${LEAD}/groups/group-1`)
  expect(html).not.toMatch(/[\u202A-\u202E]/)
  const details = await drawn(
    <GroupDetails as="beside" hide={() => {}} group={own} state={view.state} />,
  )
  expect(wordsOf(details)).toContain('Agents call it group-1')
  expect(details).not.toMatch(/[\u202A-\u202E]/)
})

test('UI343 a crew without groups shows the lead, a way to write to it, and New group', async () => {
  showCrew(viewOf({ agents: agents(agent(DEV)) }))
  const html = await groups('groups')
  expect(html).toContain(`href="/leads/${LEAD}/crew/${LEAD}"`)
  expect(wordsOf(html)).toMatch(/Project Lead.*Write to the lead.*New group/)
  expect(wordsOf(html)).not.toContain('Open a group')
})

test('UI131 counts up to 99 are shown as they are, larger ones as 99+; a screen reader has the whole number', async () => {
  expect([1, 99, 100].map(shownCount)).toEqual(['1', '99', '99+'])
  expect(await drawn(<UnreadBadge count={345} />)).toContain('aria-label="345 unread messages"')
})

test('UI383 the list of groups explains what automatic groups are', async () => {
  const filter = { filter: '', setFilter: () => {}, setShow: () => {}, box: { current: null } }
  const shows = async (show: 'auto' | 'all') =>
    wordsOf(await drawn(<ListFilter {...filter} show={show} />))
  expect(await shows('auto')).toMatch(
    /Crewroom creates an automatic group when .*, and archives it when/,
  )
  expect(await shows('all')).not.toContain('automatic group')
})

test('UI283 the first stops of Tab lead into the content: in a chat to the messages and the box', async () => {
  showCrew(viewOf({ agents: crew, groups: { team: team() } }))
  const stops = (html: string) =>
    [...html.matchAll(/<a class="skip" href="(#\w+)">/g)].map(([, to]) => to)
  expect(stops(await chat())).toEqual(['#messages', '#composer'])
  expect(stops(await groups('groups'))).toEqual(['#main'])
})
