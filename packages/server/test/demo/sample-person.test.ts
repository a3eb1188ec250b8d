import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { placeOfSession } from '@crewroom/shared/model/session'
import { expect, test } from 'vitest'
import { DEMO_DISCUSSION } from '../../src/demo/discussion'
import type { Pace } from '../../src/demo/pace'
import { SamplePerson } from '../../src/demo/sample-person'
import { DEMO_TALK } from '../../src/demo/talk'
import { stopRun } from '../../src/discussions/change-run'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { type TestCrew, testCrew } from '../harness/test-crew'

const AT_ONCE = {
  thinking: () => Promise.resolve(),
  turn: () => Promise.resolve(),
} as unknown as Pace
const NAMES = ['Ada', 'Dev', 'Dora', 'Kay']

function sampleCrew(group: string): TestCrew {
  const crew = testCrew({ agents: Object.fromEntries(NAMES.map((name) => [name, 'developer'])) })
  const members = NAMES.map((name) => crew.id(name))
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: group, members })
  return crew
}

/** A server that has started looks at the crew, and its person does what is to be done. */
async function looks(crew: TestCrew): Promise<void> {
  const person = new SamplePerson(crew.shard, () => AT_ONCE)
  for (let turn = 0; turn < 3; turn++) {
    person.published(crew.published)
    for (let tick = 0; tick < 10; tick++) await Promise.resolve()
  }
  crew.check()
  person.stop()
}

const sessionOf = (crew: TestCrew, title: string) =>
  Object.values(crew.crew.state.sessions).find((session) => session.title === title)

test('SN41, DM22 after restarts the person of a sample crew goes on with its talk, and posts nothing twice', async () => {
  await using crew = sampleCrew(DEMO_TALK.group)
  await looks(crew)
  expect(sessionOf(crew, DEMO_TALK.title), 'before its time').toBeUndefined()
  while ((crew.crew.state.groups[DEMO_TALK.group]?.messageCount ?? 0) < DEMO_TALK.begins) {
    sendMessage(crew.shard, crew.crew, crew.by('lead'), {
      group: DEMO_TALK.group,
      content: 'Well?',
    })
  }
  const asked = () => {
    const session = sessionOf(crew, DEMO_TALK.title)
    const { messages } = crew.crew.window(placeOfSession(session?.id ?? ''))
    return messages.filter(({ from }) => from === HUMAN_ID).map(({ content }) => content)
  }
  const [first, second] = DEMO_TALK.rounds.map(({ asks }) => asks)
  for (let start = 0; start < 3; start++) {
    await looks(crew)
    expect(asked()).toEqual([first])
  }
  const session = sessionOf(crew, DEMO_TALK.title)
  for (const name of NAMES) {
    const [question] = crew.crew.rounds.asked(crew.id(name))
    if (question && session)
      interruptAnswer(crew.shard, crew.crew, crew.by('human'), {
        group: DEMO_TALK.group,
        session: session.id,
        agent: crew.id(name),
      })
  }
  for (let start = 0; start < 3; start++) {
    await looks(crew)
    expect(asked()).toEqual([first, second])
  }
})

test('DM28, DM29 after restarts the person has started its discussion once, and lets the story go on once when somebody stops it', async () => {
  await using crew = sampleCrew(DEMO_DISCUSSION.group)
  const content = DEMO_DISCUSSION.begins
  sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: DEMO_DISCUSSION.group, content })
  const started = () => crew.published.filter(({ type }) => type === 'run:started').length
  const told = () =>
    crew.published.filter(
      (fact) =>
        fact.type === 'direct:message' && fact.data.message.content === DEMO_DISCUSSION.goOn,
    ).length
  for (let start = 0; start < 3; start++) {
    await looks(crew)
    expect([started(), told()]).toEqual([1, 0])
  }
  const run = Object.values(crew.crew.state.runs).find(({ status }) => status === 'running')
  stopRun(crew.shard, crew.by('lead'), run?.id ?? '')
  for (let start = 0; start < 3; start++) {
    await looks(crew)
    expect([started(), told()]).toEqual([1, 1])
  }
})
