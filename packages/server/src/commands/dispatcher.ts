import { commandExample } from '@crewroom/shared/command/help'
import { commandName, parseCommand } from '@crewroom/shared/command/parse'
import type { Command } from '@crewroom/shared/command/payloads'
import type { Actor } from '@crewroom/shared/model/participant'
import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Found } from '../intake/agent-stream'
import type { CommandResult, CommandSink, OutputPlace } from '../intake/command-sink'
import type { DriverChoice } from '../agents/choose-driver'
import type { Crew } from '../crew/crew'
import type { PresenceBook } from '../crew/presence'
import { assertTakesPart } from '../crew/takes-part'
import type { By, Shard } from '../crew/shard'
import { agentOf, isActive } from '../crew/directory'
import { holdsSecret } from '../crew/secrets'
import type { SecretMask } from '../journal/ports/mask-port'
import type { MalformedCommand, ScannedCommand } from '../scanner/command-scanner'
import type { CommandContext, CommandReply } from './command-handler'
import { runCommand } from './registry'

/** Refusals that wake an agent in a row; further ones ride along, so that a confused agent does not loop. */
const WAKING_REFUSALS = 3

interface Answered {
  readonly ok: boolean
  readonly reply: CommandReply
}

/**
 * Answers what scanners find. Every command gets exactly one reply, in order, stored with the place it came
 * from; what an agent wrote as an example or in code is told once per turn and not run.
 */
export function createDispatcher(
  shard: Shard,
  presence: PresenceBook,
  drivers: DriverChoice,
): CommandSink {
  return (place, found) => {
    const crew = shard.crewOf(place.agentId)
    if (!crew) {
      // The last words of a program whose crew was deleted: nobody is there to be answered.
      if (!place.position) return null
      throw new CrewError('agent_not_found', 'There is no such agent.')
    }
    shard.ports.guard.acted(place.agentId)
    const actor: Actor = { kind: 'agent', id: place.agentId }
    const source = found.kind === 'command' ? found.command : found.malformed
    const by: By = {
      actor,
      cause: {
        kind: 'command',
        agentId: place.agentId,
        stream: place.stream,
        offset: source.offset,
      },
    }
    const plain =
      found.kind === 'command'
        ? runSomewhere({ shard, presence, drivers }, crew, place, by, found.command)
        : explain(place, found.malformed)
    if (plain?.ok === false) countRefused(shard, place.agentId, found)
    const answered = counted(shard, place, maskedAnswer(shard.maskOf(crew), plain))
    store(shard, crew, by, place, answered)
    if (!answered) return null
    return result(found, answered)
  }
}

/** Its program pays for it at the doors that it sends more over. */
function countRefused(shard: Shard, agentId: string, found: Found): void {
  const { offset, end } = found.kind === 'command' ? found.command : found.malformed
  shard.ports.rate.refused.count(agentId, end - offset)
}

/** Refusals quote what was written. */
function maskedAnswer(mask: SecretMask, answered: Answered | null): Answered | null {
  if (!answered) return null
  const { ok, reply } = answered
  return { ok, reply: { ...reply, text: mask.mask(reply.text) } }
}

function result(found: Found, { ok, reply }: Answered): CommandResult {
  const name = found.kind === 'command' ? found.command.name : found.malformed.name
  return { command: name ?? '', ok, reply: reply.text }
}

/** Refusals that say "not in this crew": a sub-lead may have meant its parent's. */
const NOT_HERE: ReadonlySet<string> = new Set<ErrorCode>([
  'group_not_found',
  'session_not_found',
  'agent_not_found',
  'other_crew',
  'no_open_task',
])

type Where = Pick<CommandContext, 'shard' | 'presence' | 'drivers'>

/** Runs a command in the agent's own crew; what a sub-lead does not find there, in its parent's. */
function runSomewhere(
  where: Where,
  home: Crew,
  place: OutputPlace,
  by: By,
  scanned: ScannedCommand,
): Answered | null {
  try {
    // A terminated agent runs nothing, in whatever crew.
    assertTakesPart(agentOf(home, place.agentId))
    const command = parseCommand(scanned.name, scanned.value)
    const reply = runIn(where, home, place, by, command)
    place.tally.refusalsInRow = 0
    if (!holdsSecret(where.shard.maskOf(home), command.payload)) return { ok: true, reply }
    return { ok: true, reply: { ...reply, text: `${reply.text} ${TEXT.masked}` } }
  } catch (error) {
    if (!(error instanceof CrewError)) throw error
    // Not the agent's fault and not an answer: its program is told by the door, or its stream waits.
    if (error.code === 'storage_failed' || error.code === 'busy') throw error
    if (error.code === 'example') {
      if (place.notes.toldExample) return null
      place.notes.toldExample = true
      return { ok: false, reply: { text: TEXT.notRun(scanned.name, error.message), wake: false } }
    }
    return refusal(place, scanned.name, error.message)
  }
}

function runIn(
  where: Where,
  home: Crew,
  place: OutputPlace,
  by: By,
  command: Command,
): CommandReply {
  const run = (crew: Crew) =>
    runCommand(
      {
        ...where,
        crew,
        agentId: place.agentId,
        by,
        turnBeganSeq: place.notes.began?.get(crew.state.lead.id) ?? crew.state.seq,
        called: place.called ?? false,
      },
      command,
    )
  const parent = where.shard.crewsOf(place.agentId).find((crew) => crew !== home)
  if (!parent) return run(home)
  // A sub-lead's own work comes from above; it reports there before it calls its own crew finished.
  if (command.name === 'COMPLETE_TASK' && parent.openTasks(place.agentId).length > 0) {
    return run(parent)
  }
  try {
    return run(home)
  } catch (error) {
    if (!(error instanceof CrewError) || !NOT_HERE.has(error.code)) throw error
    try {
      return run(parent)
    } catch (other) {
      // What is wrong in the parent's crew says more, unless it does not know the name either.
      if (other instanceof CrewError && NOT_HERE.has(other.code)) throw error
      throw other
    }
  }
}

/**
 * Whoever asks again and again, as one that waits for others does, or errs and asks in turn, is not woken by each
 * answer for ever.
 */
function counted(shard: Shard, place: OutputPlace, answered: Answered | null): Answered | null {
  if (!answered?.reply.wake || place.replies === 'inline') return answered
  const { ok, reply } = answered
  const asked = shard.ports.guard.asked(place.agentId)
  if (asked < LIMITS.answersInRow) return answered
  if (asked > LIMITS.answersInRow) return { ok, reply: { ...reply, wake: false } }
  return { ok, reply: { ...reply, text: `${reply.text}\n${TEXT.askedOften(asked)}` } }
}

/** What the scanner could not give to a handler. */
function explain(place: OutputPlace, malformed: MalformedCommand): Answered | null {
  const name = malformed.name ?? 'A command'
  if (malformed.reason !== 'in_code') {
    const known = commandName(name)
    const example = known ? ` Example: ${commandExample(known)}` : ''
    return refusal(place, name, `${malformed.message}${example}`)
  }
  if (place.notes.toldInCode || !wouldRun(malformed)) return null
  place.notes.toldInCode = true
  return {
    ok: false,
    reply: {
      text: TEXT.notRun(
        name,
        'it is in a code block or between backticks. Write it outside code to run it.',
      ),
      wake: false,
    },
  }
}

function wouldRun(malformed: MalformedCommand): boolean {
  try {
    parseCommand(malformed.name ?? '', malformed.value)
    return true
  } catch (error) {
    if (error instanceof CrewError) return false
    throw error
  }
}

function refusal(place: OutputPlace, name: string, reason: string): Answered {
  place.tally.refusalsInRow++
  return {
    ok: false,
    reply: {
      text: TEXT.refused(name, reason),
      wake: place.tally.refusalsInRow <= WAKING_REFUSALS,
    },
  }
}

function store(
  shard: Shard,
  crew: Crew,
  by: By,
  place: OutputPlace,
  answered: Answered | null,
): void {
  const decision = shard.decideAccepted(crew)
  if (answered && place.replies === 'inbox') {
    decision.add('delivery:created', {
      delivery: {
        id: shard.ports.ids.record(),
        agentId: place.agentId,
        kind: 'reply',
        // A completed agent that still asks something is not started for the answer: it would never end.
        wake: answered.reply.wake && isActive(agentOf(crew, place.agentId)),
        groupName: null,
        content: { form: 'text', text: answered.reply.text },
        // It continues the agent's present work, and does not count as a step.
        hop: crew.inHand.chain(place.agentId).hop,
      },
    })
  }
  if (place.position) decision.add('stream:advanced', { position: place.position })
  shard.commit(crew, by, decision)
}
