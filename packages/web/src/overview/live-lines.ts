import type { OutputLine } from '@crewroom/shared/model/overview'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type OutputPiece, outputPieces } from '@crewroom/shared/text/output-lines'
import { saidSince } from '../crew/said-since'

const SHOWN = 2
/** Two ends of words are not the same place in a text: shorter overlaps are chance. */
const LEAST_OVERLAP = 4

interface Heard {
  /** What was heard of the agent when the server was asked. */
  readonly before: string
  readonly now: string
}

/** The last lines of an agent: what the server told, and what was heard since. */
export function liveLines(
  told: readonly OutputLine[],
  { before, now }: Heard,
  state: Pick<CrewState, 'lead' | 'agents' | 'groups'>,
): readonly OutputLine[] {
  const since = saidSince(before, now)
  if (since.trim() === '') return told
  const pieces = outputPieces(since, state)
  const said = pieces.map((piece) => ('command' in piece ? piece.told(null) : piece))
  const [begins] = pieces
  const [first] = said
  const last = told.at(-1)
  if (!first || !begins) return told
  // The server may know a part of it already, and what it told last may go on here.
  const goesOn =
    last?.kind === 'text' && first.kind === 'text' && !/^\s*\n/.test(since)
      ? joined(last.text, first.text, /^\s/.test(since))
      : null
  const known = told.findLastIndex((line) => isOf(line, begins))
  // What became of a command is the server's to tell.
  const fate = known >= 0 && 'command' in begins ? told[known] : undefined
  const kept = known >= 0 ? told.slice(0, known) : goesOn === null ? told : told.slice(0, -1)
  const begin = fate ?? (known < 0 && goesOn !== null ? { ...first, text: goesOn } : first)
  return [...kept, begin, ...said.slice(1)].slice(-SHOWN)
}

/** Whether a line that the server told is this piece, whatever became of it. */
function isOf(line: OutputLine, piece: OutputPiece): boolean {
  if (!('command' in piece)) return line.kind === piece.kind && line.text === piece.text
  const { told } = piece
  if (line.kind === 'failed') return line.text.startsWith(told({ isDone: false, why: '' }).text)
  return [told(null), told({ isDone: true })].some(
    ({ kind, text }) => kind === line.kind && text === line.text,
  )
}

/** One line of two that may overlap: the end of the first is the beginning of the second. */
function joined(end: string, more: string, isNewWord: boolean): string {
  const most = Math.min(end.length, more.length)
  for (let length = most; length >= Math.min(LEAST_OVERLAP, more.length); length--) {
    if (end.endsWith(more.slice(0, length))) return end + more.slice(length)
  }
  return `${end}${isNewWord ? ' ' : ''}${more}`
}
