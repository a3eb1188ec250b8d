import { beyondRoom } from '@crewroom/shared/protocol/json-room'
import { JSON_ROOM } from '@crewroom/shared/protocol/limits'
import { type JsonFault, jsonFault, parseJsonLenient } from '@crewroom/shared/command/repair'
import type { CommandDraft } from './command-draft'

const EXCERPT_SIZE = 200
const CLOSE_SIZE = 2
const NAME_MESSAGE = 'a command name has only letters and underscores.'
const CODE_MESSAGE = 'it is in a code block or between backticks.'

export interface ScannedCommand {
  /** As written. */
  name: string
  /** Source of the payload, as written; null without one. */
  payload: string | null
  /** The payload, parsed after repairs; undefined without one. */
  value: unknown
  /** Whether the payload needed repairs to be JSON. */
  repaired: boolean
  /** Extent in the stream, brackets included. */
  offset: number
  end: number
}

/**
 * Why a command is not run. `not_json`: its payload is not JSON, even after repairs. `unclosed`: its closing
 * brackets are missing. `too_large`: it is longer than allowed. `bad_name`: no command can have its name.
 * `in_code`: there is nothing wrong with it, but it is in a fence or in inline code.
 */
export type MalformedReason = 'not_json' | 'unclosed' | 'too_large' | 'bad_name' | 'in_code'

export interface MalformedCommand {
  reason: MalformedReason
  /** As written. */
  name: string | null
  /** As in a command when the reason is `in_code`, else null and undefined. */
  payload: string | null
  value: unknown
  /** From its opener to its closing brackets, or to where it was given up. */
  offset: number
  end: number
  /** Its source, at most 200 units. */
  excerpt: string
  /** What is wrong, in one sentence for the agent that wrote it. */
  message: string
}

/** What becomes of a draft that ended, and from where on openers count again. */
export interface Verdict {
  readonly command: ScannedCommand | null
  readonly malformed: MalformedCommand | null
  /** Offset from which openers count again. */
  readonly resumeAt: number
  /** Whether they count only behind the first newline from there on, which was not seen yet. */
  readonly skipsLine: boolean
}

/** Judges a draft that ended. `source` begins with the draft and reaches at least to where it ended. */
export function judge(draft: CommandDraft, source: string): Verdict {
  const { end } = draft
  if (end === null || end.kind === 'prose') return nothing(draft.start + 1)
  if (end.kind === 'fence') {
    const { openerLine } = draft
    return nothing(openerLine !== -1 && openerLine < end.end ? openerLine : end.end)
  }
  if (end.kind === 'open') return rejected(draft, source, end.reason, openMessage(draft, source))
  if (!draft.hasGoodName) return rejected(draft, source, 'bad_name', NAME_MESSAGE)
  return judgeBalanced(draft, source, end.end)
}

function nothing(resumeAt: number): Verdict {
  return { command: null, malformed: null, resumeAt, skipsLine: false }
}

function judgeBalanced(draft: CommandDraft, source: string, end: number): Verdict {
  const payload = payloadOf(draft, source)
  const beyond = payload === null ? null : beyondRoom(payload, JSON_ROOM.request)
  if (beyond !== null) return rejected(draft, source, 'too_large', `its payload ${beyond}.`)
  const parsed = payload === null ? undefined : parseJsonLenient(payload)
  if (parsed?.ok === false || (payload !== null && draft.payloadTo === -1)) {
    const fault = parsed?.ok === false ? parsed : null
    return rejected(draft, source, 'not_json', payloadMessage(draft, fault))
  }
  const command: ScannedCommand = {
    name: draft.name,
    payload,
    value: parsed?.value,
    repaired: parsed?.repaired ?? false,
    offset: draft.start,
    end,
  }
  if (!draft.inCode) return { command, malformed: null, resumeAt: end, skipsLine: false }
  const malformed = malformedOf(draft, source, 'in_code', end, CODE_MESSAGE)
  return {
    command: null,
    malformed: { ...malformed, payload, value: parsed?.value },
    resumeAt: end,
    skipsLine: false,
  }
}

/**
 * Openers count again at the first line of a string that began with one: the string was probably never meant to
 * go on so far. Otherwise behind the closing brackets; without these, on the next line, so that what was quoted
 * on the same line does not run.
 */
function rejected(
  draft: CommandDraft,
  source: string,
  reason: MalformedReason,
  message: string,
): Verdict {
  const end = draft.end as Extract<CommandDraft['end'], { end: number }>
  let resumeAt = end.end
  let skipsLine = false
  if (draft.openerLine !== -1) {
    resumeAt = draft.openerLine
  } else if (end.kind !== 'balanced') {
    const newline = source.indexOf('\n', draft.brokenAt - draft.start)
    skipsLine = newline === -1
    resumeAt = draft.start + (skipsLine ? source.length : newline + 1)
  }
  // It ends before what comes next, so that a reader can go through everything in the order of its ends.
  const givenUp = Math.min(end.end, resumeAt)
  const malformed = draft.inCode ? null : malformedOf(draft, source, reason, givenUp, message)
  return { command: null, malformed, resumeAt, skipsLine }
}

function malformedOf(
  draft: CommandDraft,
  source: string,
  reason: MalformedReason,
  end: number,
  message: string,
): MalformedCommand {
  return {
    reason,
    name: draft.name,
    payload: null,
    value: undefined,
    offset: draft.start,
    end,
    excerpt: excerptOf(source, Math.min(end - draft.start, EXCERPT_SIZE)),
    message,
  }
}

function excerptOf(source: string, size: number): string {
  const last = source.charCodeAt(size - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff && size === EXCERPT_SIZE
  return source.slice(0, splitsPair ? size - 1 : size)
}

/** Source of the payload, as far as it came, with the bracket that cannot be in it; null without one. */
function payloadOf(draft: CommandDraft, source: string): string | null {
  const { end, payloadFrom, payloadTo, start } = draft
  if (payloadFrom === -1 || end === null || end.kind === 'prose') return null
  const to = end.kind === 'balanced' ? end.end - CLOSE_SIZE : end.end + 1
  return source.slice(payloadFrom - start, (payloadTo === -1 ? to : payloadTo) - start)
}

function payloadMessage(draft: CommandDraft, fault: JsonFault | null): string {
  if (draft.isLoose || fault === null) return 'only a JSON object may follow the name.'
  return `the payload is not JSON: ${fault.message} at character ${fault.at + 1}.`
}

function openMessage(draft: CommandDraft, source: string): string {
  const { end } = draft
  if (end?.kind === 'open' && end.reason === 'not_json') {
    const payload = payloadOf(draft, source) ?? ''
    const beyond = beyondRoom(payload, JSON_ROOM.request)
    return beyond === null ? payloadMessage(draft, jsonFault(payload)) : `its payload ${beyond}.`
  }
  if (end?.kind === 'open' && end.reason === 'too_large') {
    return `it is longer than ${end.end - draft.start} characters.`
  }
  return draft.payloadTo === -1 && draft.payloadFrom !== -1 && !draft.isLoose
    ? 'its payload has no end: a closing quote, brace or bracket is missing.'
    : 'its closing brackets are missing.'
}
