import { commandName, parseCommand } from '@crewroom/shared/command/parse'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CommandFinder, SpokenPart } from '@crewroom/shared/transcript/rollout/record-entry'
import {
  createCommandScanner,
  type MalformedCommand,
  type ScannedCommand,
} from '../scanner/command-scanner'

/** So much of a command is shown that cannot be read. */
const SHOWN = 2_000

/** Finds the commands in what an agent said as its intake did: those that were answered are commands, all else is words. */
export function createCommandFinder(): CommandFinder {
  let parts: SpokenPart[] = []
  /** Up to where the source of a refused command goes by as prose: it is shown once. */
  let shownTo = 0
  const words = (text: string) => {
    const last = parts.at(-1)
    if (text === '') return
    if (last?.kind === 'words') parts[parts.length - 1] = { ...last, text: last.text + text }
    else parts.push({ kind: 'words', text })
  }
  const scanner = createCommandScanner({
    maxCommandSize: LIMITS.commandUnits,
    onText: (text, offset) => words(text.slice(Math.max(0, shownTo - offset))),
    onCommand: (command) => {
      if (isExample(command)) words(`⟦⟦ ${command.name} ${command.payload ?? ''} ⟧⟧`)
      else parts.push(partOf(command.name, command.payload ?? '', payloadOf(command.value)))
    },
    onMalformed: (malformed) => {
      if (malformed.reason === 'in_code') return
      shownTo = malformed.end
      parts.push(refused(malformed))
    },
  })
  const taken = () => {
    const found = parts
    parts = []
    return found
  }
  return {
    feed: (text) => {
      scanner.feed(text)
      return taken()
    },
    endTurn: () => {
      scanner.endTurn()
      return taken()
    },
    get isOpen() {
      return scanner.openCommand !== null
    },
  }
}

function isExample({ name, value }: ScannedCommand): boolean {
  try {
    parseCommand(name, value)
    return false
  } catch (error) {
    return error instanceof CrewError && error.code === 'example'
  }
}

function refused({ name, excerpt }: MalformedCommand): SpokenPart {
  return partOf(name ?? 'A command', excerpt, null)
}

function partOf(
  written: string,
  raw: string,
  payload: Readonly<Record<string, unknown>> | null,
): SpokenPart {
  const verb = commandName(written) ?? written
  return { kind: 'command', verb, written, payload, raw: raw.slice(0, SHOWN) }
}

/** Null for anything but an object: no command takes it. */
function payloadOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value === undefined) return {}
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}
