import { OPEN } from '../command/grammar'
import type { CommandName } from '../command/payloads'
import { groupSlug } from '../model/group-name'
import type { OutputLine } from '../model/overview'
import { HUMAN_ID, shortId } from '../model/participant'
import type { CrewState } from '../state/crew-state'
import { commandSentence, verbOf } from './command-words'
import { relayedLine } from './relay'
import { type Outcome, outcomesOf, type WrittenCommand } from './reply-words'

const CLOSE = '⟧⟧'
/** Longer lines are cut: nobody reads more at a glance. */
const LINE = 400
/** The number of closing brackets that the strings of one command may contain. */
const CLOSES = 8

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g
const FENCE = /^\s*(?:```|~~~)/

type Named = Pick<CrewState, 'lead' | 'agents' | 'groups'>
type Payload = Readonly<Record<string, unknown>>

/** A line of what an agent put out; a command's line follows from what became of it. */
export type OutputPiece =
  | OutputLine
  | { readonly command: WrittenCommand; readonly told: (outcome: Outcome | null) => OutputLine }

/** The lines of pieces, which are the newest of their agent. `given`: answers to its commands, oldest first. */
export function linesOf(
  pieces: readonly OutputPiece[],
  given: readonly string[],
): readonly OutputLine[] {
  const commands = pieces.flatMap((piece) => ('command' in piece ? [piece.command] : []))
  const outcomes = [...outcomesOf(commands, given)]
  return pieces.map((piece) => ('command' in piece ? piece.told(outcomes.shift() ?? null) : piece))
}

/** What an agent says now, line by line: nothing has answered its commands yet. */
export function outputLines(text: string, state: Named): readonly OutputLine[] {
  return linesOf(outputPieces(text, state), [])
}

/**
 * What an agent's output says, line by line: its prose as it is, and each command as a sentence of what became of it.
 * `text` may begin and end anywhere. Text in code and examples do not count as commands.
 */
export function outputPieces(text: string, state: Named): readonly OutputPiece[] {
  const clean = text.replace(ANSI, '').replace(/\r\n?/g, '\n')
  const lines: OutputPiece[] = []
  // The end of a command whose beginning is not here.
  const [open, close] = [clean.indexOf(OPEN), clean.indexOf(CLOSE)]
  let at = close >= 0 && (open < 0 || close < open) ? close + CLOSE.length : 0
  let prose = ''
  let isFenced = false
  const flush = () => {
    for (const line of prose.split('\n')) {
      // A long line keeps its end: that is the latest.
      const end = line.length > LINE ? `…${line.slice(1 - LINE).toWellFormed()}` : line
      const said = relayedLine(end, LINE).replace(/\s+/g, ' ').trim()
      // Marks and rules that say nothing without what they stand around.
      if (said !== '' && !FENCE.test(said) && /[\p{L}\p{N}\p{S}]/u.test(said)) {
        lines.push({ kind: 'text', text: said })
      }
    }
    prose = ''
  }
  while (at < clean.length) {
    const next = clean.indexOf(OPEN, at)
    const before = clean.slice(at, next < 0 ? undefined : next)
    for (const line of before.split('\n')) if (FENCE.test(line)) isFenced = !isFenced
    prose += before
    if (next < 0) break
    const line = prose.slice(prose.lastIndexOf('\n') + 1)
    const isCode = isFenced || (line.split('`').length - 1) % 2 === 1
    const command = isCode ? null : commandAt(clean, next)
    if (command === null) {
      prose += OPEN
      at = next + OPEN.length
      continue
    }
    flush()
    lines.push(pieceOf(command, state))
    at = command.end
  }
  flush()
  return lines
}

interface Written {
  readonly written: string
  readonly name: CommandName
  readonly payload: Payload
  readonly end: number
  /** Its end is not here yet. */
  readonly isOpen: boolean
}

function commandAt(text: string, from: number): Written | null {
  const head = /^⟦⟦\s*([A-Za-z_]{2,40})\s*/.exec(text.slice(from, from + 64))
  const written = head?.[1]
  const name = written === undefined ? null : verbOf(written)
  if (!head || written === undefined || name === null) return null
  const start = from + head[0].length
  let close = text.indexOf(CLOSE, start)
  for (let tries = 0; close >= 0 && tries < CLOSES; tries++) {
    const payload = parsed(text.slice(start, close))
    if (payload && isExample(payload)) return null
    if (payload) return { written, name, payload, end: close + CLOSE.length, isOpen: false }
    close = text.indexOf(CLOSE, close + 1)
  }
  // A payload that is not JSON was refused: it is shown as it was written.
  if (text.indexOf(CLOSE, start) >= 0) return null
  return { written, name, payload: openPayload(text.slice(start)), end: text.length, isOpen: true }
}

function parsed(source: string): Payload | null {
  if (source.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(source)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Payload)
      : null
  } catch {
    return null
  }
}

/** Whoever copies the help does not run it. */
const isExample = (payload: Payload) => Object.values(payload).includes('...')

/** The strings of a payload that is still being written, the last of them as far as it goes. */
function openPayload(source: string): Payload {
  const found: Record<string, unknown> = {}
  for (const [, key = '', value = ''] of source.matchAll(/"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)/g)) {
    found[key] = value.replaceAll('\\n', ' ').replaceAll('\\"', '"')
  }
  return found
}

function pieceOf({ written, name, payload, isOpen }: Written, state: Named): OutputPiece {
  const of = (key: string) => {
    const value = Object.hasOwn(payload, key) ? payload[key] : ''
    return typeof value === 'string' ? value.trim() : ''
  }
  const parts = {
    of,
    agent: (key: string) => agentName(of(key), state),
    group: (key: string) => groupName(of(key), state),
  }
  const told = (outcome: Outcome | null): OutputLine => ({
    kind: outcome && !outcome.isDone ? 'failed' : 'command',
    text: relayedLine(commandSentence(name, parts, outcome), LINE),
  })
  // What is not written to its end was not answered, whatever was.
  return isOpen ? told(null) : { command: { verb: name, written }, told }
}

function groupName(written: string, { groups }: Named): string {
  const slug = groupSlug(written)
  return (Object.hasOwn(groups, slug) ? groups[slug]?.displayName : undefined) ?? written
}

function agentName(written: string, { agents, lead }: Named): string {
  const wanted = written.toLowerCase().replace(/^@/, '')
  if (wanted === HUMAN_ID || wanted === 'you') return 'you'
  const found = Object.values(agents).find(
    ({ id, name, role }) =>
      id === written || shortId(id) === wanted || name.toLowerCase() === wanted || role === wanted,
  )
  if (!found) return written
  return found.id === lead.id ? found.roleName : found.name
}
