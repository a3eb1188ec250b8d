import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMAND_HELP, commandsFor } from '../command/help'
import type { CommandName } from '../command/payloads'
import type { Hold } from '../model/conduct'
import { LIMITS } from '../protocol/limits'
import { bounded, fitting } from './bounded'
import { TEXT } from './catalogue'
import { crewSection, groupsSection, manifestText } from './manifest'
import { TOOL_TEXT } from './tool-texts'

/** A name or a text of any length, of what makes texts longer when they are relayed. */
const words = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.constantFrom('x'.repeat(100), '\n'.repeat(100), '⟦'.repeat(64), 'ä😀'.repeat(40)),
  fc.integer({ min: 0, max: 60_000 }).map((length) => 'w'.repeat(length)),
)
const id = fc.stringMatching(/^[a-f0-9]{8}$/)
const who = fc.record({ id, roleName: words, name: fc.option(words, { nil: undefined }) })
const count = fc.nat(1_000_000)
/** A few of them again and again, up to more than a crew can have. */
const many = <T>(one: fc.Arbitrary<T>) =>
  fc
    .tuple(fc.array(one, { minLength: 1, maxLength: 4 }), fc.oneof(fc.nat(12), fc.nat(1_500)))
    .map(([few, length]) => Array.from({ length }, (_, n) => few[n % few.length] as T))
const task = fc.record({ id, text: words })
const last = fc.option(fc.record({ n: count, from: who, preview: words }))
const group = fc.record({ name: words, purpose: fc.option(words), members: many(words), messageCount: count, unread: count, last }) // prettier-ignore
const agent = fc.record({ id, roleName: words, status: fc.constant('working'), isAway: fc.boolean(), tasks: many(task), you: fc.boolean() }) // prettier-ignore
const waiting = fc.record({ id, text: words, to: who, after: many(id), lost: many(id) })
const told = fc.record({ name: words, purpose: fc.option(words), members: many(who), unread: count, last }) // prettier-ignore
const after = fc.oneof(fc.constant(0), fc.nat(2_000))
const commands = many(fc.constantFrom(...(Object.keys(COMMAND_HELP) as CommandName[])))
const HOLD: Hold = { reason: 'hops', count: 40, since: '', until: 'U', agentIds: [] }

/** Arguments of a text of which one is a list, or has one. */
type HasList<A> = A extends readonly unknown[]
  ? true
  : A extends object
    ? true extends { [F in keyof A]: NonNullable<A[F]> extends readonly unknown[] ? true : never }[keyof A] // prettier-ignore
      ? true
      : never
    : never
type Listing<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => string
    ? true extends HasList<A[number]>
      ? K
      : never
    : never
}[keyof T]
/** These hand over what others wrote, which is not cut; how much of it is up to who asks. */
type Words = 'read' | 'readSession' | 'round' | 'discussionEnded' | 'keptBack' | 'budgetNeed'
type Texts<T> = { readonly [K in Exclude<Listing<T>, Words>]: fc.Arbitrary<string> }

/** Every text of the catalogue that is made of a list; one without its row does not compile. */
const CATALOGUE: Texts<typeof TEXT> = {
  above: many(fc.record({ group: words, crew: fc.option(words), fromN: count, toN: count })).map(
    TEXT.above,
  ),
  joined: fc.tuple(words, many(who)).map(([name, members]) => TEXT.joined(name, 'x', members, [])),
  created: fc.tuple(words, many(who)).map((args) => TEXT.created(...args)),
  added: fc.tuple(words, many(who)).map((args) => TEXT.added(...args)),
  removedFrom: fc.tuple(words, many(who)).map((args) => TEXT.removedFrom(...args)),
  sent: fc
    .tuple(count, many(fc.record({ who, reason: fc.constantFrom('busy', 'asks') })), count)
    .map((args) => TEXT.sent(...args)),
  broadcasted: fc
    .tuple(count, many(fc.record({ who, reason: fc.constantFrom('busy', 'asks') })))
    .map((args) => TEXT.broadcasted(...args)),
  notAsked: fc.tuple(many(words), words).map(([names, title]) => TEXT.notAsked(names, title, 'agents')), // prettier-ignore
  notShown: fc.tuple(many(words), words, words).map((args) => TEXT.notShown(...args)),
  away: many(words).map(TEXT.away),
  readsLater: many(words).map(TEXT.readsLater),
  holdReason: many(who).map((people) => TEXT.holdReason(HOLD, people)),
  held: fc.tuple(words, many(who)).map(([name, people]) => TEXT.held({ group: name }, people, HOLD, true)), // prettier-ignore
  taskOpen: many(words).map(TEXT.taskOpen),
  tasksStuck: fc
    .tuple(many(fc.record({ id, text: words, status: fc.constant('failed' as const) })), many(task))
    .map((args) => TEXT.tasksStuck(...args)),
  taskKept: fc.tuple(who, many(id), id).map((args) => TEXT.taskKept(...args)),
  groups: fc.tuple(many(group), after).map((args) => TEXT.groups(...args)),
  members: fc.tuple(words, many(words), after).map((args) => TEXT.members(...args)),
  crew: fc.tuple(words, many(agent), many(waiting), after).map((args) => TEXT.crew(...args)),
  help: commands.map(TEXT.help),
  helpByTools: commands.map(TEXT.helpByTools),
  // Beside the goal, the person's own question, a result and what was said: words of others that it hands over.
  discussionRound: fc
    .record({
      ask: fc.constantFrom('answer', 'manage', 'aggregate', 'select'),
      n: count,
      of: count,
      session: words,
      group: words,
      note: fc.option(words),
      until: fc.option(words),
      words: many(words),
      follows: many(words),
      speakers: many(words),
      you: fc.option(
        fc.record({ name: words, about: words, others: many(words), goal: fc.constant(null) }),
      ),
      goal: fc.constant(''),
      result: fc.constant(null),
      leftOut: count,
      said: fc.constant([]),
    })
    .map(TEXT.discussionRound),
  groupFull: fc.tuple(words, many(who)).map((args) => TEXT.groupFull(...args)),
  discussionStarted: fc.tuple(words, words, many(words)).map((args) => TEXT.discussionStarted(...args)), // prettier-ignore
  nestedStarted: fc.tuple(words, many(words)).map((args) => TEXT.nestedStarted(...args)),
  rulesNeed: many(
    fc.record({ toolKind: fc.constant('execute' as const), prefix: fc.option(words) }),
  ).map(TEXT.rulesNeed),
}
const TOOLS: Texts<typeof TOOL_TEXT> = {
  noTool: fc.tuple(words, many(words)).map((args) => TOOL_TEXT.noTool(...args)),
}
const OTHERS = {
  refused: fc.tuple(words, words).map((args) => TEXT.refused(...args)),
  'not run': fc.tuple(words, words).map((args) => TEXT.notRun(...args)),
  'the crew of a manifest': many(who).map(crewSection),
  'the groups of a manifest': many(told).map((groups) => groupsSection(groups)),
  'tasks of a manifest behind the first': many(fc.record({ id, told: words })).map((tasks) =>
    sectionOf(tasks),
  ),
}

type Told = { readonly id: string; readonly told: string }
const FIRST = { id: 't0', told: '[Task from Human (human)]: the first' }

function sectionOf(others: readonly Told[], first: Told = FIRST): string {
  const text = manifestText({
    you: { id: 'a', roleName: 'A' },
    name: 'A',
    crew: 'c',
    isLead: false,
    lead: null,
    parent: null,
    parts: [],
    tasks: [first, ...others],
    choices: { roles: [], programs: [] },
  })
  const from = text.indexOf('== YOUR OPEN TASKS ==\n') + '== YOUR OPEN TASKS ==\n'.length
  return text.slice(from, text.indexOf('\n\n== HOW YOU WORK HERE =='))
}

test.each(Object.entries({ ...CATALOGUE, ...TOOLS, ...OTHERS }))(
  'TX35 a text with a list has at most 4,096 characters, however many and long its parts are: %s',
  (_name, text) => {
    fc.assert(
      fc.property(text, (made) => {
        expect(made.length).toBeLessThanOrEqual(LIMITS.agentText)
      }),
      { numRuns: 60 },
    )
  },
)

test('TX35 HELP fits whole, for a lead and for others, as does what it says of each command', () => {
  expect(LIMITS.agentText).toBe(4_096)
  for (const names of [commandsFor(true), commandsFor(false)]) {
    for (const text of [TEXT.help(names), TEXT.helpByTools(names)]) {
      expect(text.length).toBeLessThanOrEqual(LIMITS.agentText)
      expect(text.match(/^- /gm)).toHaveLength(names.length)
    }
    for (const name of names) {
      const text = TEXT.helpOf(name)
      expect(text.length).toBeLessThanOrEqual(LIMITS.agentText)
      expect(text.split('\n')).toHaveLength(1 + Object.keys(COMMAND_HELP[name].fields).length)
    }
  }
})

test('TX35 a bounded list has its beginning, or all of it, and says how many more there are', () => {
  const items = fc.array(fc.stringMatching(/^[a-z]{1,40}$/), { maxLength: 80 })
  const between = fc.constantFrom(', ', '\n', '\n  - ', ' or ')
  fc.assert(
    fc.property(
      items,
      between,
      fc.integer({ min: 100, max: 900 }),
      fc.nat(90),
      (all, sign, room, most) => {
        // prettier-ignore
        const line = (one: string) => one
        const text = bounded(all, { line, between: sign, room, most: most + 1, rest: (shown) => `from ${shown}` }) // prettier-ignore
        expect(text.length).toBeLessThanOrEqual(room)
        const whole = all.join(sign)
        if (whole.length <= room && all.length <= most + 1) {
          expect(text).toBe(whole)
          return
        }
        const [, left = '', shown = ''] = /(?: |…) ?and (\d+) more: from (\d+)$/.exec(text) ?? []
        expect(Number(left) + Number(shown)).toBe(all.length)
        expect(Number(shown)).toBeGreaterThan(0)
        expect(text.startsWith(all.slice(0, Number(shown)).join(sign))).toBe(true)
      },
    ),
  )
})

test.each<[all: string[], room: number, text: string, why: string]>([
  [[], 100, '', 'nothing'],
  [['one', 'two'], 100, 'one, two', 'all of it'],
  [['one', 'two'], 8, 'one, two', 'to the last character'],
  [['x'.repeat(50), 'y'], 30, `${'x'.repeat(18)}… and 1 more`, 'the first is cut if it must be'],
  [['one', 'two', 'three', 'four'], 20, 'one, two and 2 more', 'with room for what is left'],
])('TX35 of %j in %i characters is said %j: %s', (all, room, text) => {
  expect(bounded(all, { line: (one) => one, room })).toBe(text)
})

test('TX35 each answer says how to see the rest, and following it shows every line once, those with news first', () => {
  const groups = Array.from({ length: 1_000 }, (_, n) => ({
    name: `group-${n}`,
    purpose: null,
    members: ['a', 'b'],
    messageCount: n,
    last: { n, from: { id: 'x', roleName: 'Developer' }, preview: 'p'.repeat(100) },
  }))
  const seen: string[] = []
  for (let shown = 0; shown < groups.length;) {
    const text = TEXT.groups(groups, shown)
    const names = [...text.matchAll(/^- "(group-\d+)"/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(5)
    seen.push(...names)
    shown += names.length
    const rest = `\n… and ${1_000 - shown} more: [[ QUERY_GROUPS {"after":${shown}} ]]`
    if (shown < groups.length) expect(text.endsWith(rest), text.slice(-80)).toBe(true)
    else expect(text).not.toContain(' more')
  }
  expect(seen).toEqual(groups.map(({ name }) => name))
  expect(TEXT.groups(groups, 2_000)).toBe('[System] Your groups (1000):\nNothing comes after 1000.')
})

test('TK44 a list of a crew goes on in the middle of an agent’s tasks, and names the agent again', () => {
  const tasks = Array.from({ length: 100 }, (_, n) => ({ id: `task-${n}`, text: 't'.repeat(400) }))
  const ann = { id: 'abc12345-0', roleName: 'Developer', name: 'Ann', status: 'idle', you: false }
  const wait = { id: 'late', to: ann, after: ['task-0'], lost: [], text: 'w' }
  const seen: string[] = []
  for (let shown = 0; shown < 101;) {
    const text = TEXT.crew('c', [{ ...ann, tasks }], [wait], shown)
    const lines = text
      .split('\n')
      .slice(1)
      .filter((line) => !/^(…|Waiting tasks:)/.test(line))
    expect(lines[0], 'who has them').toMatch(/^- (Developer "Ann" \(abc12345\) · |late for )/)
    shown += lines.length
    seen.push(...lines.map((line) => /task-\d+(?=:)|late/.exec(line)?.[0] ?? line))
    const rest = `\n… and ${101 - shown} more: [[ QUERY_CREW {"after":${shown}} ]]`
    if (shown < 101) expect(text.endsWith(rest), text.slice(-80)).toBe(true)
    else expect(text).toMatch(/\nWaiting tasks:\n- late for [^\n]+$/)
  }
  expect(seen).toEqual([...tasks.map((one) => one.id), 'late'])
})

test('MF7 a manifest has the oldest task whole, and the others as far as there is room for them', () => {
  const first = { id: 't0', told: `[Task from Human (human)]: ${'a'.repeat(20_000)}` }
  const others = Array.from({ length: 30 }, (_, n) => ({
    id: `t${n + 1}`,
    told: `[Task from Human (human)]: ${n} ${'b'.repeat(900)}`,
  }))
  const whole = others.slice(0, 3)
  expect(sectionOf(whole, first)).toBe([first, ...whole].map(({ told: own }) => own).join('\n'))
  const [told, second, ...more] = sectionOf(others, first).split('\n')
  expect(told).toBe(first.told)
  const beginning = others[0]?.told.slice(0, 500)
  expect(second).toBe(`${beginning}… QUERY_CREW {"task":"t1"} shows all of it.`)
  expect(more.at(-1)).toBe(`… and ${30 - more.length} more: QUERY_CREW lists them`)
  expect(more.length).toBeGreaterThan(4)
})

test('TX35 a sentence that quotes too much ends with an ellipsis, and no character is split', () => {
  expect(fitting('short')).toBe('short')
  const long = fitting('😀'.repeat(5_000))
  expect(long).toMatch(/^(?:😀)+…$/u)
})
