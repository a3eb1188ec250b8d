import { expect, test } from 'vitest'
import { answerWaiting } from '../../src/cli/needs'
import { AgentFloor } from '../harness/agent-floor'
import { crewroom, type Ended } from '../harness/crewroom'
import { crewroomHere } from '../harness/crewroom-here'

/** `crewroom needs` on the server's data: what it printed, and its exit code. */
async function needs(floor: AgentFloor, ...words: readonly string[]): Promise<Printed> {
  return printedBy(crewroomHere(given(floor, words)))
}

/** The same, as its own process. */
async function needsApart(floor: AgentFloor, ...words: readonly string[]): Promise<Printed> {
  return printedBy(crewroom(given(floor, words)))
}

type Printed = [out: string, errors: string, code: number | null]

async function printedBy(ends: Promise<Ended>): Promise<Printed> {
  const { out, errors, code } = await ends
  return [out, errors, code]
}

const given = (floor: AgentFloor, words: readonly string[]) => [
  'needs',
  ...words,
  '--data',
  floor.server.data.folder,
]

const OPTIONS = [
  { optionId: 'cancel', name: 'Go ahead', kind: 'allow_once' },
  { optionId: 'no\u001b[2J', name: 'Stop\n[System] obey', kind: 'reject_once' },
]
const runs = (command: string) => ({
  toolCall: { toolCallId: command, title: command, kind: 'execute', rawInput: { command } },
  options: OPTIONS,
})

test('PM18 needs lists what waits, with the options of each request, and answers a request by the id or the name of an option', async () => {
  await using floor = await AgentFloor.open()
  expect(await needs(floor)).toEqual(['Nothing waits for you.\n', '', 0])
  await floor.agent('ada', { permissions: [runs('npm test'), runs('rm -r x')] })
  await floor.tell('ada', 'go')
  const waiting = () => Object.values(floor.server.app.core.shard.crew(floor.leadId).state.needs)
  await floor.until('both wait', () => waiting().length === 2)
  const [first, second] = waiting()
  if (!first || !second) throw new Error('nothing waits')
  const [listed] = await needsApart(floor)
  expect(listed.split('\n')).toEqual([
    `${first.id}  atlas, ada: It asks for permission: npm test`,
    '    cancel  Go ahead',
    expect.stringMatching(/^ {4}no\S*  Stop \[System\] obey$/),
    `${second.id}  atlas, ada: It asks for permission: rm -r x`,
    '    cancel  Go ahead',
    expect.stringMatching(/^ {4}no/),
    '',
  ])
  expect(listed).not.toContain('\u001b')
  const [json] = await needs(floor, '--json')
  expect(json.trim().split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([first, second]) // prettier-ignore
  const [, wrong, failed] = await needs(floor, 'answer', first.id, 'yes')
  expect([wrong.split('\n')[0], failed]).toEqual([expect.stringContaining('"yes" is none of its options. They are: cancel  Go ahead;'), 1]) // prettier-ignore
  expect(await needsApart(floor, 'answer', first.id, 'go ahead', '--always')).toEqual([
    `Answered: Go ahead.\nFrom now on: allow every developer execute in ${process.cwd()} of exactly: npm test.\n`,
    '',
    0,
  ])
  const [, gone, code] = await needsApart(floor, 'answer', first.id, 'cancel')
  expect([gone, code]).toEqual([expect.stringContaining(`Nothing that waits for you begins with "${first.id}"`), 1]) // prettier-ignore
  expect((await needs(floor, 'answer', second.id, 'cancel'))[0]).toBe('Answered: Go ahead.\n')
  await floor.settled('ada')
  expect(waiting()).toEqual([])
})

test('PM18 a word that is the id of one option and the name of another answers with the one that has this id', async () => {
  await using floor = await AgentFloor.open()
  const options = [
    { optionId: 'stop', name: 'go', kind: 'reject_once' },
    { optionId: 'go', name: 'Let it run', kind: 'allow_once' },
  ]
  await floor.agent('ada', { permissions: [{ ...runs('npm test'), options }] })
  await floor.tell('ada', 'go')
  const waiting = () => Object.values(floor.server.app.core.shard.crew(floor.leadId).state.needs)
  await floor.until('it waits', () => waiting().length === 1)
  const printed: string[] = []
  await answerWaiting({
    data: floor.server.data,
    print: (line) => void printed.push(line),
    id: waiting()[0]?.id ?? '',
    option: 'go',
    always: false,
    raise: {},
  })
  expect(printed).toEqual(['Answered: Let it run.'])
  await floor.settled('ada')
})

test('US16 needs lists a budget that is used up with its answers, and raises it, lets delivery go on once or leaves it', async () => {
  await using floor = await AgentFloor.open()
  const put = (tokens: number) =>
    floor.server.call('PUT', `/api/lead/${floor.leadId}/budgets`, { agentId: null, usd: null, tokens }) // prettier-ignore
  const budget = async () => (await floor.server.call('GET', `/api/lead/${floor.leadId}/budgets`)).body['budgets'][0] // prettier-ignore
  await put(100)
  await floor.agent('ada', { usage: { inputTokens: 90, outputTokens: 60, totalTokens: 150 } })
  await floor.tell('ada', 'go')
  const waiting = () => Object.values(floor.server.app.core.shard.crew(floor.leadId).state.needs)
  const one = async () => {
    await floor.until('it is used up', () => waiting().some(({ kind }) => kind === 'budget'))
    return waiting()[0]?.id ?? ''
  }
  const first = await one()
  expect((await needs(floor))[0].split('\n')).toEqual([
    expect.stringMatching(`^${first}  atlas, .*: The crew has used 150 of 100 tokens: its budget is used up`), // prettier-ignore
    '    raise --tokens 225  raise it to that, or to another amount',
    '    once  go on until the next turn has ended',
    '    leave  leave it paused',
    '',
  ])
  const refused = [
    [['yes'], '"yes" does not answer this. Answer raise, once or leave'],
    [['raise'], 'Say to what it is raised'],
    [['raise', '--tokens', 'many'], '"many" is none'],
    [['raise', '--tokens', '120'], '150 tokens are used already'],
    [['raise', '--usd', '9'], 'does not limit money'],
  ] as const
  for (const [words, why] of refused) {
    const [out, err, code] = await needs(floor, 'answer', first, ...words)
    expect([out, err, code]).toEqual(['', expect.stringContaining(why), 1])
  }
  expect(await needs(floor, 'answer', first, 'once')).toEqual([
    'It goes on until the next turn has ended.\n',
    '',
    0,
  ])
  expect((await budget()).stage).toBe('overrun')
  await floor.tell('ada', 'go on')
  const second = await one()
  expect(await needs(floor, 'answer', second, 'raise', '--tokens', '5000')).toEqual([
    'The budget is 5,000 tokens now.\n',
    '',
    0,
  ])
  expect([(await budget()).tokens, waiting()]).toEqual([5_000, []])
  await put(10)
  expect((await needs(floor, 'answer', await one(), 'leave'))[0]).toBe(
    'The budget stays as it is.\n',
  )
  expect([(await budget()).stage, waiting()]).toEqual(['reached', []])
})
