import { commandExample } from '@crewroom/shared/command/help'
import { commandName, parseCommand } from '@crewroom/shared/command/parse'
import type { Actor } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Found } from '../crew/agent-stream'
import type { CommandResult, CommandSink, Place } from '../crew/intake'
import type { Crew } from '../crew/crew'
import type { PresenceBook } from '../crew/presence'
import type { By, Shard } from '../crew/shard'
import { agentOf, isActive } from '../crew/directory'
import type { MalformedCommand, ScannedCommand } from '../scanner/command-scanner'
import type { CommandReply } from './command-handler'
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
export function createDispatcher(shard: Shard, presence: PresenceBook): CommandSink {
  return (place, found) => {
    const crew = shard.crewOf(place.agentId)
    if (!crew) throw new CrewError('agent_not_found', 'There is no such agent.')
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
    const answered =
      found.kind === 'command'
        ? run(shard, crew, presence, place, by, found.command)
        : explain(place, found.malformed)
    store(shard, crew, by, place, answered)
    if (!answered) return null
    return result(found, answered)
  }
}

function result(found: Found, { ok, reply }: Answered): CommandResult {
  const name = found.kind === 'command' ? found.command.name : found.malformed.name
  return { command: name ?? '', ok, reply: reply.text }
}

function run(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  place: Place,
  by: By,
  scanned: ScannedCommand,
): Answered | null {
  try {
    if (!isActive(agentOf(crew, place.agentId))) {
      throw new CrewError('agent_terminal', 'you have ended and cannot act any more.')
    }
    const command = parseCommand(scanned.name, scanned.value)
    const reply = runCommand(
      {
        shard,
        crew,
        presence,
        agentId: place.agentId,
        by,
        turnBeganSeq: place.notes.beganSeq ?? crew.state.seq,
      },
      command,
    )
    place.tally.refusalsInRow = 0
    return { ok: true, reply }
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

/** What the scanner could not give to a handler. */
function explain(place: Place, malformed: MalformedCommand): Answered | null {
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
        'it stands in a code block or between backticks. Write it outside of code to run it.',
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

function refusal(place: Place, name: string, reason: string): Answered {
  place.tally.refusalsInRow++
  return {
    ok: false,
    reply: {
      text: TEXT.refused(name, reason),
      wake: place.tally.refusalsInRow <= WAKING_REFUSALS,
    },
  }
}

function store(shard: Shard, crew: Crew, by: By, place: Place, answered: Answered | null): void {
  const decision = shard.decideFurther(crew)
  if (answered) {
    decision.add('delivery:created', {
      delivery: {
        id: shard.ports.ids.record(),
        agentId: place.agentId,
        kind: 'reply',
        wake: answered.reply.wake,
        groupName: null,
        content: { form: 'text', text: answered.reply.text },
      },
    })
  }
  if (place.position) decision.add('stream:advanced', { position: place.position })
  shard.commit(crew, by, decision)
}
