import { expect, test } from 'vitest'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { memberNames } from '../../src/group-chats/member-names'
import { sessionEventsOf } from '../../src/group-chats/session-events'
import { linesOfThinking } from '../../src/group-chats/ui-lines'
import { crewEvent } from '../../src/journal/visibility'
import { changesOf } from '../../src/tree/tree-lines'
import { askInRun, askPerson, parentIn, respond, startRun } from '../harness/run-acts'
import { openSession, post } from '../harness/session-acts'
import { team } from '../harness/talk'
import { chatAt } from '../harness/every-fact'
import { testCrew } from '../harness/test-crew'

test('SN47 a turn of the person has no line of a thinking agent, one that has started a discussion still thinks, and one whose choice is not posted has ended', async () => {
  await using crew = testCrew({
    agents: { ada: 'architect', ben: 'developer' },
    begun: (core) => core.stop(),
  })
  team(crew, 'plan', ['ada', 'ben'])
  const session = openSession(crew, 'plan', 'Layers')
  post(crew, 'ada', session, 'Let us discuss layers.')
  const { group } = chatAt(crew, 'plan')
  const names = memberNames(crew.crew, group, 'You')
  /** What the newest event adds to the session's files, and what those who follow it are sent. */
  const lines = () => {
    const event = crewEvent(crew.published.at(-1)!) as CrewEvent
    const follows = { group, session: session.id, timeOf: ({ at }: { at: string }) => at }
    const short = (line: object) => {
      const { agent_name: name, status } = line as { agent_name?: string; status?: string }
      return `${name} ${status}`
    }
    const inFiles = changesOf(event, crew.crew.state, () => names).flatMap(({ change }) =>
      change.kind === 'line' ? [short(change.line)] : [],
    )
    expect(sessionEventsOf(event, follows, names).map(short)).toEqual(inFiles)
    return inFiles
  }
  const run = startRun(crew, session, ['ada', 'ben', 'human'])
  expect(lines()).toEqual([])
  const chosen = askInRun(crew, run, ['ben'], 'select')
  expect(lines()).toEqual(['ben thinking'])
  respond(crew, chosen, 'ben', { status: 'done', decision: 'NEXT: ada', endedAt: run.startedAt })
  expect(lines()).toEqual(['ben done'])
  const asked = askInRun(crew, run, ['ada'])
  const inner = openSession(crew, 'plan', 'Stone')
  const child = startRun(crew, inner, ['ben'], { parent: parentIn(crew, asked, 'ada'), depth: 1 })
  respond(crew, asked, 'ada', { status: 'nested', child: child.id, soFar: 'First of all' })
  expect(lines()).toEqual([])
  const turn = askPerson(crew, run)
  expect(lines()).toEqual([])
  const rounds = crew.crew.state.rounds[session.id] ?? []
  expect(linesOfThinking(rounds, names)).toMatchObject([{ agent_name: 'ada', status: 'thinking' }])
  respond(crew, turn, 'human', { status: 'skipped', endedAt: run.startedAt })
  expect(lines()).toEqual([])
})
