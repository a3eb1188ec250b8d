import './page-globals'
import { readFileSync } from 'node:fs'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { expect, test, vi } from 'vitest'
import { ActivityPage } from '../src/activity/ActivityPage'
import { CrewPage } from '../src/crew/CrewPage'
import { GroupsPage } from '../src/groups/GroupsPage'
import { followNeeds } from '../src/needs/use-notify'
import { SessionDoings } from '../src/sessions/switch/SessionDoings'
import { SessionMenu } from '../src/sessions/switch/SessionMenu'
import { TakesPart } from '../src/sessions/switch/TakesPart'
import { announcement } from '../src/shell/announcer'
import { KEYMAP } from '../src/shell/keymap'
import { paths } from '../src/shell/paths'
import { viewOfSnapshot } from '../src/sync/crew-view'
import { keepDraft, readDraft } from '../src/sync/drafts'
import { mentionsInGroup } from '../src/sync/read-marks'
import { windowOptions } from '../src/sync/timeline-windows'
import { rowOfMessage } from '../src/sync/event-row'
import { ContextPanel } from '../src/transcripts/context/ContextPanel'
import { TranscriptsPage } from '../src/transcripts/TranscriptsPage'
import { TabUIContext } from '../src/transcripts/use-tab-ui'
import { prefs } from '../src/ui/prefs'
import {
  agent,
  agents,
  answered,
  around,
  drawing,
  drawn,
  page,
  showCrew,
  viewOf,
  wordsOf,
} from './drawn'
import { AT, crewState, group, LEAD, message, posted, session } from './samples'

drawing()

const DEV = 'dev00001-0000'
const crew = agents(agent(DEV))

test('UI99 a new need is announced; the system calls only while the page is out of sight and the person allowed it', () => {
  const rung: string[] = []
  class Note {
    static permission = 'granted'
    constructor(title: string, { body }: { readonly body: string }) {
      rung.push(`${title}: ${body}`)
    }
    addEventListener() {}
  }
  vi.stubGlobal('Notification', Note)
  const seen = { visibilityState: 'visible', hasFocus: () => true }
  vi.stubGlobal('document', seen)
  const need = (id: string): NeedRecord => ({
    id,
    leadId: LEAD,
    kind: 'question',
    agentId: DEV,
    text: `Which ${id}?`,
    messageId: null,
    groupName: null,
    permission: null,
    createdAt: AT,
  })
  const show = (...ids: readonly string[]) =>
    showCrew(viewOf({ agents: crew, needs: Object.fromEntries(ids.map((id) => [id, need(id)])) }))
  show()
  const stop = followNeeds()
  prefs.setState({ notify: true })
  show('one')
  expect(announcement.getState().text).toContain('Which one?')
  expect(rung).toEqual([])
  seen.visibilityState = 'hidden'
  show('one', 'two')
  expect(rung).toEqual(['atlas needs you: Developer (dev00001) asks you: Which two?'])
  prefs.setState({ notify: false })
  show('one', 'two', 'three')
  expect(rung).toHaveLength(1)
  stop()
})

test('UI579 a session can be renamed, archived, unarchived and deleted; archived ones are folded in the menu', async () => {
  const own = session('s1', { title: 'Off or inherit?' })
  const old = session('s2', { title: 'Old', status: 'archived' })
  const { state } = viewOf({
    agents: crew,
    groups: { team: group('team') },
    sessions: { s1: own, s2: old },
  })
  showCrew({ state, live: { agents: {} } })
  const doings = async (which: typeof own) =>
    wordsOf(
      await drawn(
        <SessionDoings group={group('team')} session={which} state={state} onClose={() => {}} />,
      ),
    )
  expect(await doings(own)).toBe('Rename Who takes part Archive Delete…')
  expect(await doings(old)).toBe('Unarchive Delete…')
  const menu = await drawn(
    <SessionMenu
      group={group('team')}
      session={own}
      state={state}
      isReader={false}
      onClose={() => {}}
    />,
  )
  expect(wordsOf(menu)).toMatch(/Main talk Off or inherit\? Archived 1 New session/)
  expect(wordsOf(menu)).not.toContain('Old')
  expect(menu).toMatch(/aria-expanded="false"[^>]*>.*?Archived/s)
})

test('SN52 of many archived sessions the menu shows 20, or as many more as show the open one, and has the others on request', async () => {
  const old = Array.from({ length: 45 }, (_, n) => {
    const createdAt = new Date(Date.parse(AT) - n * 1_000).toISOString()
    return session(`s${n}`, { title: `Old ${n + 1}.`, status: 'archived', createdAt })
  })
  const { state } = viewOf({
    agents: crew,
    groups: { team: group('team') },
    sessions: Object.fromEntries(old.map((one) => [one.id, one])),
  })
  showCrew({ state, live: { agents: {} } })
  const menu = async (open: number) => {
    const props = { group: group('team'), session: old[open]!, state, isReader: true }
    const words = wordsOf(await drawn(<SessionMenu {...props} onClose={() => {}} />))
    return [words.match(/Old \d+\./g)?.length, words.match(/Show \d+ more/)?.[0]]
  }
  expect(await menu(0)).toEqual([20, 'Show 20 more'])
  expect(await menu(25)).toEqual([40, 'Show 5 more'])
  expect(await menu(44)).toEqual([45, undefined])
})

test('SN48 who takes part is all agents of the group as long as nobody has chosen, and the page says so', async () => {
  const own = session('s1', { activeAgents: [DEV], chosen: null })
  const team = group('team', { memberIds: [DEV] })
  const { state } = viewOf({ agents: crew, groups: { team }, sessions: { s1: own } })
  const all = async (which: typeof own) => {
    const props = { group: team, session: which, state, onDone: () => {} }
    const html = await drawn(<TakesPart {...props} />)
    expect(wordsOf(html)).toContain('All agents of the group, later ones too')
    return /<input[^>]*checked[^>]*>All agents/.test(html)
  }
  expect(await all(own)).toBe(true)
  expect(await all({ ...own, chosen: [DEV] })).toBe(false)
})

test('UI176 after a lost connection the page shows what agents do now, as the new snapshot says', async () => {
  const snapshot = (status: 'idle' | 'working') => ({
    seq: 9,
    state: { ...crewState(9, []), agents: crew },
    live: {
      agents: {
        [DEV]: {
          status,
          connection: 'connected',
          owed: { count: 0, oldestAt: null },
          usage: null,
          why: { code: status, text: status, since: null },
        },
      },
    },
  })
  const words = async (status: 'idle' | 'working') => {
    showCrew(viewOfSnapshot(snapshot(status) as never))
    return wordsOf(await page(<CrewPage />, 'crew', 'crew'))
  }
  expect(await words('working')).toMatch(/Developer dev00001 Working/)
  expect(await words('idle')).toMatch(/Developer dev00001 Idle/)
})

test('UI179 a group that is called constructor has only its own mentions', () => {
  const state = {
    ...crewState(9, [group('constructor'), group('team')]),
    mentions: { human: { team: 1 } },
  }
  const view = viewOfSnapshot({ seq: 9, state, live: { agents: {} } } as never)
  const mentions = (name: string) => mentionsInGroup(view.state, group(name))
  expect([mentions('constructor'), mentions('toString')]).toEqual([0, 0])
})

test('UI181 a tab in which nothing was written leaves the draft of another one alone', async () => {
  showCrew(viewOf({ agents: crew, groups: { team: group('team') } }))
  keepDraft(LEAD, 'team', 'a long thought')
  expect(await page(<GroupsPage />, 'groups/:name', 'groups/team')).toContain(
    '>a long thought</textarea>',
  )
  await page(<GroupsPage />, 'groups', 'groups')
  expect(readDraft(LEAD, 'team')).toBe('a long thought')
})

test('UI142, UI143 from a message far back pages follow in both directions, and far ones are released', () => {
  const options = windowOptions(LEAD, 'team', { at: 'around', seq: 500 } as never, () =>
    Promise.reject(new Error('none')),
  )
  const rows = [500, 501, 502].map((seq) => rowOfMessage(message(seq)))
  const whole = { rows, hasBefore: true, hasAfter: true, asOf: 900 }
  expect(options.initialPageParam).toEqual({ at: 'around', seq: 500 })
  expect(options.getNextPageParam(whole)).toEqual({ at: 'before', seq: 500 })
  expect(options.getPreviousPageParam(whole)).toEqual({ at: 'after', seq: 502 })
  const end = { ...whole, hasBefore: false, hasAfter: false }
  expect([options.getNextPageParam(end), options.getPreviousPageParam(end)]).toEqual([null, null])
  expect(options.maxPages, 'those beyond are fetched again on return').toBe(20)
})

test('UI364 on a narrow screen the lanes appear as a table first', async () => {
  const shown = async (width: number) => {
    around.width = width
    return wordsOf(await page(<ActivityPage />, 'activity', 'activity?view=lanes'))
  }
  showCrew(viewOf({ agents: crew }))
  answered(['lead', LEAD, 'journal'], { events: [posted(2)], hasBefore: false })
  expect(await shown(1440)).toContain('As a table')
  expect(await shown(390)).toContain('As lanes')
})

test('TV59 on a phone the list of transcripts and a transcript are pages of their own', async () => {
  answered(['transcripts', 'list'], { roots: [], why: '', projects: [] })
  const pane = async (path: string, pattern: string) =>
    /data-pane="(\w+)"/.exec(await page(<TranscriptsPage />, pattern, path))?.[1]
  expect(await pane('transcripts', 'transcripts')).toBe('list')
  expect(await pane('transcripts/t1', 'transcripts/:transcriptId')).toBe('chat')
})

test('TV55 the address names the transcript and the item to show, and the section has its keys', () => {
  expect(paths.transcript(LEAD, 't1')).toBe(`/leads/${LEAD}/transcripts/t1`)
  const { goTranscripts, previousTab, nextTab, closeTab, copyTab, searchTranscripts } =
    KEYMAP as never as Record<string, string[]>
  expect(
    [goTranscripts, previousTab, nextTab, closeTab, copyTab, searchTranscripts].map(
      (keys) => keys?.[0],
    ),
  ).toEqual(['g x', '[', ']', 'x', 'd', '/'])
})

test('TV62 phases between compactions are buttons, and the largest pieces and the errors are links', async () => {
  const phase = (number: number) => ({
    number,
    startTime: AT,
    endTime: AT,
    points: [{ at: AT, tokens: 9_000, itemId: 'i1' }],
    parts: [],
    largest: [
      { label: 'src/rope.ts', part: 'file', tokens: 4_000, itemId: 'i2', displayItemId: 'd2' },
    ],
  })
  const errors = [{ at: AT, label: 'exit code 1', itemId: 'i3', displayItemId: null }]
  answered(['transcript', 't1', 'context'], {
    phases: [phase(1), phase(2)],
    limit: 200_000,
    errors,
    revision: 1,
  })
  const source = {
    id: 't1',
    watch: () => () => {},
    context: () => Promise.reject(new Error('none')),
  }
  const pathOf = (itemId: string, displayItemId: string | null) =>
    `/x?item=${itemId}&tool=${displayItemId}`
  const html = await drawn(
    <TabUIContext value={{ tabId: 't1' }}>
      <ContextPanel source={source as never} to={{ pathOf, goTo: () => {} }} />
    </TabUIContext>,
  )
  expect(wordsOf(/<div class="cx-phases".*?<\/div>/s.exec(html)?.[0] ?? '')).toMatch(
    /^Phase 1 to \d\d:\d\d.* Phase 2 since compacting$/,
  )
  expect(html).toContain('href="/x?item=i2&amp;tool=d2"')
  expect(html).toContain('href="/x?item=i3&amp;tool=null"')
})

const sheet = (name: string) => readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8')

test('UI68, UI384 a group of a compact list is 36 px high, and what is read in one column is at most 1,080 px wide', () => {
  expect(
    /\[data-density='compact'\] \.g \{[^}]*\}/.exec(sheet('groups/list/list.css'))?.[0],
  ).toContain('height: 36px;')
  for (const name of ['shell/card.css', 'crew/crew.css', 'activity/activity.css'])
    expect(sheet(name)).toContain('(100% - 1080px) / 2')
})
