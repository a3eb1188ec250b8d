import './page-globals'
import { expect, test } from 'vitest'
import { FolderChip } from '../src/first-run/FolderChip'
import { ProgramTiles } from '../src/first-run/ProgramTiles'
import { changeQuick, planOf } from '../src/first-run/quick-start'
import { TeamCards } from '../src/first-run/TeamCards'
import { ModeField } from '../src/new-crew/ModeField'
import { NO_DRIVER } from '../src/new-crew/driver-choice'
import { NoSessions } from '../src/transcripts/folders/NoSessions'
import { answered, drawing, drawn, wordsOf } from './drawn'

drawing()

const PRESETS = [
  {
    id: 'claude',
    name: 'Claude Code',
    command: 'claude',
    installed: false,
    install: 'npm install --global claude@1',
    login: null,
    modes: [],
    configured: false,
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    command: 'opencode',
    installed: true,
    install: null,
    login: 'run opencode auth login',
    modes: [
      { id: 'build', label: 'Build', does: 'edits files unasked', unasked: true },
      { id: 'plan', label: 'Plan', does: 'asks before it edits', unasked: false },
    ],
    configured: false,
  },
]

test('UI502 the modes of a chosen coding agent are offered with what each does, and one that acts unasked says so', async () => {
  answered(['drivers'], { presets: PRESETS })
  const field = async (mode: string) =>
    drawn(
      <ModeField
        label="All agents"
        choice={{ ...NO_DRIVER, preset: 'opencode', mode }}
        change={() => {}}
      />,
    )
  const first = await field('')
  expect(wordsOf(first)).toContain('Build: edits files unasked Plan: asks before it edits')
  expect(wordsOf(first)).toContain('Without asking you, it edits files.')
  expect(wordsOf(await field('plan'))).toContain('It asks before it edits.')
})

test('UI338, UI342 the first page shows agents that were found, how others are installed, and the other ways', async () => {
  changeQuick({ driver: { ...NO_DRIVER, preset: 'opencode' } })
  const [missing, found] = PRESETS
  if (!missing || !found) throw new Error('no agents')
  const tiles = () => drawn(<ProgramTiles agents={[found, missing]} state="known" problem={null} />)
  const html = await tiles()
  const words = wordsOf(html)
  expect(words).toContain('Found on this computer')
  expect(words).toContain('OpenCode Installed')
  expect(words).toContain('Claude Code npm i -g claude@1')
  expect(words).toMatch(/Own command.*Connects on its own with a token/)
  expect(html).toContain('Copy how Claude Code is installed')
  expect(/<input[^>]*checked[^>]*>.*?<b>(\w+)/s.exec(html)?.[1]).toBe('OpenCode')
  expect(words).not.toMatch(/signed in|logged in/)
  changeQuick({ driver: { ...NO_DRIVER, kind: 'command', line: 'my-agent --acp' } })
  expect(await tiles()).toContain('value="my-agent --acp"')
  changeQuick({ driver: { ...NO_DRIVER, kind: 'remote' } })
  expect(wordsOf(await tiles())).toContain(
    'You get each agent’s token and commands when the crew is created.',
  )
  changeQuick({ driver: NO_DRIVER })
})

test('UI339, UI340 a crew is Solo, Pair or Team of 5; its folder is named with its git status, or with what is wrong', async () => {
  const cards = await drawn(<TeamCards isFixed={false} />)
  expect([...cards.matchAll(/<b>(.*?)<\/b>/g)].map(([, name]) => name)).toEqual([
    'Solo',
    'Pair',
    'Team of 5',
  ])
  expect([1, 2, 5]).toEqual(
    cards
      .split('<b>')
      .slice(0, 3)
      .map((part) => part.match(/class="av/g)?.length),
  )
  const folder = { path: '/home/me/app', state: 'ok', git: 'changed' }
  const chip = (more: object) =>
    drawn(
      <FolderChip
        machine={{ home: '/home/me', folder: { ...folder, ...more } } as never}
        problem={null}
      />,
    )
  expect(wordsOf(await chip({}))).toContain('~/app git, changes not committed')
  expect(await chip({ state: 'missing' })).toContain(
    'There is no folder /home/me/app on the server’s machine.',
  )
  expect(await chip({ state: 'read_only' })).toContain('The server cannot write to /home/me/app.')
  const html = await drawn(<FolderChip machine={null} problem="There is no such folder." />)
  expect(html).toMatch(/role="alert">There is no such folder\./)
})

test('UI344 what was chosen on the first page is in the plan of the dialog: task, folder, roles and program', () => {
  const driver = { ...NO_DRIVER, preset: 'opencode' }
  const plan = planOf(
    { task: 'Ship it', folder: '~/app', team: 'pair', driver },
    'atlas',
    '/home/me/app',
  )
  expect(plan).toMatchObject({ name: 'atlas', task: 'Ship it', cwd: '/home/me/app', driver })
  expect(plan.leadRole).toBe('developer')
  expect(plan.roles.map(({ id, count }) => [id, count])).toEqual([['code-reviewer', 1]])
})

test.each([
  [
    { data: undefined, error: new Error('no answer') },
    null,
    false,
    /Couldn’t load the transcripts.*no answer.*Retry/,
  ],
  [{ data: undefined, error: null }, null, false, /^$/],
  [
    { data: { roots: [], why: 'Name one.' }, error: null },
    null,
    false,
    /No folder is named.*Name one\..*Open a file/,
  ],
  [
    { data: { roots: ['/x'], why: 'Empty.' }, error: null },
    null,
    false,
    /No transcripts yet.*Empty\./,
  ],
  [
    { data: { roots: ['/x'], why: '' }, error: null },
    null,
    true,
    /No transcript fits the filter.*Show all/,
  ],
  [{ data: { roots: ['/x'], why: '' }, error: null }, 'zebra', false, /No transcript has “zebra”/],
] as const)(
  'TV53 an empty list of transcripts says why and what to do: %j, search %s',
  async (list, typed, isNarrowed, says) => {
    const html = await drawn(
      <NoSessions
        list={{ ...list, isFetching: false } as never}
        search={typed === null ? null : { typed, isBehind: false, error: null, isPart: false }}
        isNarrowed={isNarrowed}
        onAll={() => {}}
        onRetry={() => {}}
        onOpenFile={() => {}}
      />,
    )
    expect(wordsOf(html)).toMatch(says)
  },
)

test('TR77 a search that did not reach all transcripts does not say that none has the words', async () => {
  const html = await drawn(
    <NoSessions
      list={{ data: { roots: ['/x'], why: '' }, error: null, isFetching: false } as never}
      search={{ typed: 'zebra', isBehind: false, error: null, isPart: true }}
      isNarrowed={false}
      onAll={() => {}}
      onRetry={() => {}}
      onOpenFile={() => {}}
    />,
  )
  expect(wordsOf(html)).toMatch(/No searched transcript has “zebra”/)
})
