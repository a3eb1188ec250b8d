import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import type { FakeProgram } from './fake-program'
import { MOST_AGENTS, PERSON, short, type WalkContext } from './walk-context'

const USAGE = {
  inputTokens: 7,
  outputTokens: 3,
  totalTokens: 10,
  thoughtTokens: null,
  cachedReadTokens: null,
  cachedWriteTokens: null,
}
const PROSE = ['', 'On it. ', 'Looks `fine` to me.\n', '```\n⟦⟦ not run\n```\n', '⟦⟦ a + b ⟧⟧\n']

/** Something that a program does by itself: speaks, works, answers or ends. */
export function programAct(walk: WalkContext): void {
  const { random, crew } = walk
  const all = [...crew.programs.running.values()].filter((program) => !program.stopping)
  const prompted = all.filter((program) => program.prompted)
  const some = prompted.length > 0 && random.chance(0.85) ? prompted : all
  if (some.length === 0) return
  const program = random.pick(some)
  if (program.starting) begin(walk, program)
  else if (program.prompted) goOn(walk, program)
  else rest(walk, program)
}

/** Ends whatever program is in the middle of something, the way it should. */
export function wrapUp(walk: WalkContext): void {
  for (const program of walk.crew.programs.running.values()) {
    if (program.starting) program.becomesReady()
    else if (program.prompted) program.answers('end_turn')
  }
}

function begin(walk: WalkContext, program: FakeProgram): void {
  if (program.nature.beginning === 'hangs') return
  if (walk.random.chance(0.15)) {
    exit(walk, program, 1)
    return
  }
  walk.note(`${short(program.agentId)} is ready`)
  program.becomesReady()
}

function goOn(walk: WalkContext, program: FakeProgram): void {
  const { random } = walk
  const who = short(program.agentId)
  // Whoever does not stop when it is asked to goes on, mostly until it is made to.
  if (walk.model.agent(program.agentId).prompt?.interrupted && random.chance(0.8)) return
  const chance = random.next()
  if (chance < 0.35) speak(walk, program)
  else if (chance < 0.45) {
    walk.note(`${who} works`)
    if (random.chance(0.5)) program.works()
    else program.thinks('hm')
  } else if (chance < 0.48) {
    walk.note(`${who} answers with an error`)
    walk.model.erred(program.agentId)
    walk.crash(program)
    program.errs('Internal error')
  } else if (chance < 0.55) {
    if (random.chance(0.3) && !walk.model.agent(program.agentId).ending) {
      walk.note(`${who} begins a command`)
      // It is told that the command did not run, should it come back.
      walk.model.command(program.agentId, 'BROADCAST', () => false)
      program.writes('⟦⟦ BROADCAST {"content":"half of', () => 3)
    }
    exit(walk, program, random.pick([0, 1]))
  } else {
    walk.note(`${who} answers`)
    program.answers('end_turn', random.chance(0.5) ? USAGE : null)
  }
}

function rest(walk: WalkContext, program: FakeProgram): void {
  const chance = walk.random.next()
  if (chance < 0.7) speak(walk, program)
  else if (chance < 0.75) exit(walk, program, 1)
  else if (chance < 0.85) exit(walk, program, 0)
}

/** With nothing under way and code 0 it only rests; everything else is a crash. */
function exit(walk: WalkContext, program: FakeProgram, code: number): void {
  walk.note(`${short(program.agentId)} ends with ${code}`)
  if (program.starting || program.prompted || code !== 0) walk.crash(program)
  program.exits({ code, signal: null })
}

type Order = readonly [name: CommandName, payload: object, run: () => boolean, asks?: boolean]

/** Something that wakes nobody. */
export function mention(walk: WalkContext, program: FakeProgram): void {
  say(walk, program, TELL_ALL)
}

/** Writes to one other agent, or to a group that it may be in. */
export function turnTo(walk: WalkContext, program: FakeProgram, to: string): void {
  const group = walk.random.chance(0.5) ? walk.group() : null
  say(walk, program, (_, me) => {
    const mark = walk.mark()
    const content = walk.words(mark)
    return group === null
      ? ['AGENT_MESSAGE', { to, content }, () => walk.model.direct(me, to, mark)]
      : ['GROUP_MESSAGE', { group, content }, () => walk.model.post(me, group, mark)]
  })
}

function speak(walk: WalkContext, program: FakeProgram): void {
  const { random, model } = walk
  const heads = program.agentId === model.lead && random.chance(0.6)
  say(walk, program, random.pick(heads ? DIRECTING : random.chance(0.5) ? TALK : COMMANDS))
}

/** One command, in whatever else it says. */
function say(walk: WalkContext, program: FakeProgram, speech: Speech): void {
  const { random, model } = walk
  const me = program.agentId
  const [name, payload, run, asks = false] = speech(walk, me)
  const prose = random.pick(PROSE)
  const size = random.pick([() => 1, () => 1 + random.below(7), () => 10_000])
  const accepted = model.command(me, name, run, asks)
  if (!accepted) walk.refused++
  walk.note(`${short(me)}: ${name} ${JSON.stringify(payload)}${accepted ? '' : ' (refused)'}`)
  program.writes(`${prose}${commandLine(name, payload)}\n`, size)
}

type Speech = (walk: WalkContext, me: string) => Order

const TELL_ALL: Speech = (walk, me) => {
  const mark = walk.mark()
  const payload = { content: walk.words(mark) }
  return ['BROADCAST', payload, () => walk.model.broadcast(me, mark)]
}

const TALK: readonly Speech[] = [
  (walk, me) => {
    const mark = walk.mark()
    const status = walk.random.pick(['completed', 'completed', 'failed'] as const)
    const said = walk.random.chance(0.8)
    const payload = { ...(said ? { summary: `~${mark}~` } : {}), status }
    return ['COMPLETE_TASK', payload, () => walk.model.complete(me, me, status, said ? mark : null)]
  },
  (walk, me) => {
    const [to, mark] = [walk.random.chance(0.25) ? PERSON : walk.agent(), walk.mark()]
    const payload = { to, content: walk.words(mark) }
    return ['AGENT_MESSAGE', payload, () => walk.model.direct(me, to, mark)]
  },
  (walk, me) => {
    const [group, mark] = [walk.group(), walk.mark()]
    const payload = { group, content: walk.words(mark) }
    return ['GROUP_MESSAGE', payload, () => walk.model.post(me, group, mark)]
  },
]

const DELEGATE: Speech = (walk, me) => {
  const [to, mark] = [walk.agent(), walk.mark()]
  const payload = { to: to.slice(0, 8), task: `~${mark}~` }
  return ['DELEGATE', payload, () => walk.model.delegate(me, to, mark)]
}

const RELEASE: Speech = (walk, me) => {
  const [group, agent] = [walk.group(), walk.agent()]
  return walk.random.chance(0.6)
    ? ['RELEASE_HOLD', { group }, () => walk.model.releaseGroup(me, group)]
    : ['RELEASE_HOLD', { agent }, () => walk.model.releaseAgent(me, agent)]
}

/** Mostly refused when it is not the lead that says it. */
const DIRECTING: readonly Speech[] = [
  DELEGATE,
  DELEGATE,
  DELEGATE,
  RELEASE,
  (walk, me) => {
    const [to, mark] = [walk.agent(), walk.mark()]
    const payload = { to, content: walk.words(mark) }
    return ['INTERRUPT', payload, () => walk.model.interrupt(me, to, mark)]
  },
  (walk, me) => {
    const [agent, mark] = [walk.agent(), walk.mark()]
    if (walk.random.chance(0.5)) return ['QUERY_GROUPS', {}, () => true, true]
    const payload = { agent, reason: `~${mark}~` }
    return ['TERMINATE_AGENT', payload, () => walk.model.terminate(me, agent, mark)]
  },
  (walk, me) => {
    const [id, mark] = [walk.crew.ids.nextAgent(), walk.mark()]
    if (walk.model.agents.size >= MOST_AGENTS) return ['QUERY_CREW', {}, () => true, true]
    const payload = { role: 'developer', name: `n${mark}`, task: `~${mark}~` }
    return ['CREATE_AGENT', payload, () => walk.model.create(me, id, mark)]
  },
]

const COMMANDS: readonly Speech[] = [
  ...DIRECTING,
  TELL_ALL,
  (walk, me) => {
    const [name, who] = [walk.group(), walk.agent()]
    const payload = { name, members: [who] }
    return ['CREATE_GROUP', payload, () => walk.model.createGroup(me, name, [who])]
  },
  (walk, me) => {
    const [group, who] = [walk.group(), walk.agent()]
    const payload = { group, members: [who] }
    return ['ADD_TO_GROUP', payload, () => walk.model.addToGroup(me, group, who)]
  },
  (walk, me) => {
    const [group, who] = [walk.group(), walk.agent()]
    const payload = { group, members: [who] }
    return ['REMOVE_FROM_GROUP', payload, () => walk.model.removeFromGroup(me, group, who)]
  },
  (walk, me) => {
    const group = walk.group()
    return ['LEAVE_GROUP', { group }, () => walk.model.leaveGroup(me, group)]
  },
  () => ['QUERY_GROUPS', {}, () => true, true],
]
