import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { BY_RULES, type RunRecord } from '@crewroom/shared/model/run'
import { elapsed } from '../overview/amounts'
import { chosenIn, lengthOf, roundsWords, usedBy, usedWords } from './run-words'
import { arrow, BOX, leaving, reaching, sideways } from './course-arrows'
import { fit, linesOf, oneLine } from './course-texts'
import type { Arrow, Box, BoxKind, Circle, Column, Course, Frame, Lane } from './course-shapes'
import { newestOf, stepsOf, type Step } from './steps'

/** Where everything of the picture of a discussion stands: pure. Columns are rounds, lanes participants, boxes answers. */

export interface CourseInput {
  readonly run: RunRecord
  readonly rounds: readonly RoundRecord[]
  /** Texts of messages, by id. */
  readonly said: ReadonlyMap<string, string>
  /** Discussions in private, by id. */
  readonly children: ReadonlyMap<string, RunRecord>
  /** What the person is asked; null: it is nobody's turn. */
  readonly turn: string | null
  readonly nameOf: (id: string) => string
  readonly startedAt: string
}

const LABELS = 136
const GAP = 4
const TOP = 14
const HEAD = 66
const LANE = 92
const START = 84
const USUAL = 184
const WITH_PRIVATE = 250
const SMALL = 96
/** More rounds than these have narrow columns without texts. */
const MOST_USUAL = 12
const EDGE = 12
const CIRCLE_AT = 16
const CIRCLE = 7

export function courseOf(input: CourseInput): Course {
  const { run, rounds, children, nameOf } = input
  const steps = stepsOf(rounds)
  const lanes = lanesOf(run, [...children.values()])
  const laneOf = new Map(lanes.map(({ id, y }) => [id, y]))
  const yOf = (id: string) => laneOf.get(id) ?? lanes[0]?.y ?? 0
  const isSmall = steps.length > MOST_USUAL
  const drawn: Drawn = { columns: [], boxes: [], arrows: [], circles: [], frames: [] }
  let x = LABELS
  drawn.columns.push({
    key: 'start',
    x,
    width: START,
    title: 'Start',
    time: '',
    quote: [],
    isWait: false,
  })
  const goal: Box = {
    key: 'goal',
    agentId: run.startedBy,
    kind: 'goal',
    x: x + 8,
    y: yOf(run.startedBy) - BOX / 2,
    width: START - 16,
    title: 'Goal',
    meta: input.startedAt,
    label: `Goal: ${run.goal}`,
    messageId: null,
    n: 0,
    runId: null,
  }
  drawn.boxes.push(goal)
  x += START + GAP
  let before: Before = { boxes: [goal], ask: null }
  for (const step of steps) {
    const width = isSmall ? SMALL : hasPrivate(step) ? WITH_PRIVATE : USUAL
    before = drawStep({ input, step, x, width, isSmall, yOf, before, drawn })
    x += width + GAP
  }
  return {
    ...drawn,
    lanes,
    width: x + GAP,
    height: TOP + HEAD + lanes.length * LANE + TOP,
    label: sentenceOf(steps, nameOf),
  }
}

interface Drawn {
  readonly columns: Column[]
  readonly boxes: Box[]
  readonly arrows: Arrow[]
  readonly circles: Circle[]
  readonly frames: Frame[]
}

interface Before {
  readonly boxes: readonly Box[]
  readonly ask: RoundRecord['ask'] | null
}

interface StepInput {
  readonly input: CourseInput
  readonly step: Step
  readonly x: number
  readonly width: number
  readonly isSmall: boolean
  readonly yOf: (id: string) => number
  readonly before: Before
  readonly drawn: Drawn
}

function drawStep(own: StepInput): Before {
  const { input, step, x, width, isSmall, yOf, before, drawn } = own
  const { run, nameOf } = input
  const { round, key } = step
  const chooser = chooserOf(run, step, nameOf)
  const isWait = round?.ask === 'human' && round.closed === null
  const quote = round && !isSmall ? chosenIn(run, round, nameOf).quote : ''
  const length = lengthOf(step)
  drawn.columns.push({
    key,
    x,
    width,
    title: round?.ask === 'aggregate' ? 'Sum' : isSmall ? String(step.n) : `Round ${step.n}`,
    time: length === null ? '' : elapsed(length),
    quote: quote === '' ? [] : linesOf(`“${quote}”`, (width - 2 * EDGE) / 6.3, 2),
    isWait,
  })
  const isMany = before.boxes.length > 1 || (round?.responses.length ?? 0) > 1
  const inset = chooser === null && !isMany ? EDGE : EDGE + CIRCLE_AT
  const boxes = (round?.responses ?? []).map((response) =>
    boxOf({ ...own, response, x: x + inset, width: width - inset - EDGE }),
  )
  drawn.boxes.push(...boxes)
  if (chooser !== null) {
    const at = { x: x + CIRCLE_AT, y: yOf(chooser) }
    drawn.circles.push({ key: `${key} choice`, ...at })
    for (const from of before.boxes) {
      const to = { x: at.x - 2, y: at.y + (from.y > at.y ? CIRCLE + 4 : -CIRCLE - 4) }
      drawn.arrows.push(arrow(`${key} ${from.key} back`, leaving(from, at), to, 'back'))
    }
    for (const box of boxes) {
      const isBelow = box.y > at.y
      const from = { x: at.x + 3, y: at.y + (isBelow ? CIRCLE + 2 : -CIRCLE - 2) }
      drawn.arrows.push(arrow(`${key} ${box.key}`, from, reaching(box, from), kindOf(box)))
    }
  } else {
    const isBack = round?.ask === 'aggregate' || (round?.ask === 'manage' && before.ask !== null)
    for (const from of before.boxes) {
      for (const box of boxes) {
        const kind = isBack ? 'back' : kindOf(box)
        const id = `${key} ${from.key} ${box.key}`
        // In a column of several, those above and below are in the way.
        const isMany = before.boxes.length > 1 || boxes.length > 1
        const start = leaving(from, box)
        drawn.arrows.push(
          isMany ? sideways(id, from, box, kind) : arrow(id, start, reaching(box, start), kind),
        )
      }
    }
  }
  for (const [at, box] of boxes.entries()) {
    const child = round?.responses[at]?.child
    if (child !== undefined && !isSmall) drawPrivate(own, box, child)
  }
  return { boxes: boxes.length === 0 ? before.boxes : boxes, ask: round?.ask ?? before.ask }
}

/** A discussion within an answer: a small box in the lane of whoever was asked, and a frame around both. */
function drawPrivate({ input, drawn, yOf }: StepInput, box: Box, runId: string): void {
  const child = input.children.get(runId)
  const other = child?.participants.find((id) => id !== box.agentId)
  if (!child || other === undefined) return
  const y = yOf(other) - BOX / 2
  const width = Math.min(132, box.width - 40)
  const x = box.x + 34
  const words = oneLine(child.summary ?? child.goal)
  drawn.boxes.push({
    key: `private ${runId}`,
    agentId: other,
    kind: 'private',
    x,
    y,
    width,
    title: fit(words, width),
    meta: fit(`private, ${roundsWords(child.progress.rounds)}`, width, 6),
    label: `${input.nameOf(other)}, in private: ${words}`,
    messageId: null,
    n: box.n,
    runId,
  })
  const isBelow = y > box.y
  const edge = isBelow ? box.y + BOX + 1 : box.y - 1
  const far = isBelow ? y - 3 : y + BOX + 3
  drawn.arrows.push(
    arrow(`${runId} asked`, { x: x + 22, y: edge }, { x: x + 22, y: far }, 'chose'),
    arrow(
      `${runId} answered`,
      { x: x + width - 22, y: isBelow ? y - 1 : y + BOX + 1 },
      { x: x + width - 22, y: isBelow ? edge + 2 : edge - 2 },
      'back',
    ),
  )
  const top = Math.min(y, box.y) - 8
  drawn.frames.push({
    key: `frame ${runId}`,
    x: x - 14,
    y: top,
    width: width + 28,
    height: Math.max(y, box.y) + BOX + 8 - top,
    agentId: box.agentId,
  })
}

interface BoxInput extends StepInput {
  readonly response: RoundResponse
}

function boxOf({ input, step, response, x, width, isSmall, yOf }: BoxInput): Box {
  const { said, turn, nameOf } = input
  const { agentId, status, messageId } = response
  const isTurn = agentId === HUMAN_ID && status === 'thinking'
  const text = messageId === null ? '' : oneLine(said.get(messageId) ?? '')
  const kind: BoxKind = isTurn
    ? 'wait'
    : status === 'thinking' || status === 'nested'
      ? 'thinking'
      : status === 'done'
        ? 'answer'
        : 'failed'
  const words =
    kind === 'wait' ? 'Waits for you' : kind === 'answer' ? text || 'Answered' : WORDS[status]
  const used = usedWords(usedBy([response]))
  const name = agentId === HUMAN_ID ? 'You' : nameOf(agentId)
  return {
    key: `${step.key} ${agentId}`,
    agentId,
    kind,
    x,
    y: yOf(agentId) - BOX / 2,
    width,
    title: isSmall ? '' : fit(words, width),
    meta: isSmall ? '' : fit(kind === 'wait' ? (turn ?? '') : used || tookOf(response), width, 6),
    label: `${name}, ${step.round?.ask === 'aggregate' ? 'summing up' : `round ${step.n}`}: ${words}`,
    messageId,
    n: newestOf(step)?.n ?? 0,
    runId: null,
  }
}

const WORDS: Readonly<Record<RoundResponse['status'], string>> = {
  thinking: 'Thinking',
  nested: 'Discusses first',
  done: 'Answered',
  passed: 'Nothing to add',
  error: 'No answer',
  interrupted: 'Stopped',
  skipped: 'Passed over',
}

function tookOf({ askedAt, endedAt }: RoundResponse): string {
  if (askedAt === undefined || endedAt === null) return ''
  return elapsed(Date.parse(endedAt) - Date.parse(askedAt))
}

/** Who chose in a step, as a lane; null: no participant did. */
function chooserOf(run: RunRecord, step: Step, nameOf: (id: string) => string): string | null {
  if (step.round && chosenIn(run, step.round, nameOf).by === HUMAN_ID) return HUMAN_ID
  return step.choices.at(-1)?.responses[0]?.agentId ?? null
}

function lanesOf(run: RunRecord, children: readonly RunRecord[]): readonly Lane[] {
  const { policy, participants, startedBy } = run
  const leader =
    policy.kind === 'selection' && policy.by !== BY_RULES
      ? [policy.by]
      : policy.kind === 'parallel' && policy.aggregator !== null
        ? [policy.aggregator]
        : policy.kind === 'hierarchical'
          ? [policy.manager]
          : []
  const agents = [...leader, ...participants].filter((id) => id !== HUMAN_ID)
  const inPrivate = children.flatMap((child) => child.participants)
  const human = [startedBy, ...leader, ...participants].includes(HUMAN_ID) ? [HUMAN_ID] : []
  const all = [
    ...new Set([...agents, startedBy, ...inPrivate].filter((id) => id !== HUMAN_ID)),
    ...human,
  ]
  return all.map((id, at) => ({
    id,
    y: TOP + HEAD + at * LANE + LANE / 2,
    isPrivate: ![...agents, startedBy, HUMAN_ID].includes(id),
  }))
}

const hasPrivate = ({ round }: Step) =>
  Boolean(round?.responses.some(({ child }) => child !== undefined))

const kindOf = ({ kind }: Box): Arrow['kind'] => (kind === 'wait' ? 'wait' : 'chose')

function sentenceOf(steps: readonly Step[], nameOf: (id: string) => string): string {
  const who = steps.flatMap(({ round }) =>
    (round?.responses ?? []).map(({ agentId }) => (agentId === HUMAN_ID ? 'you' : nameOf(agentId))),
  )
  if (who.length === 0) return 'The discussion as a picture: nobody was asked yet'
  return `The discussion as a picture: ${who.slice(0, 20).join(', then ')}${who.length > 20 ? ' and so on' : ''}`
}
