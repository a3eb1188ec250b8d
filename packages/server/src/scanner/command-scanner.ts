import { OPEN } from '@crewroom/shared/command/grammar'
import { OPENER } from './characters'
import { CodeState } from './code-state'
import { CommandDraft } from './command-draft'
import { judge, type MalformedCommand, type ScannedCommand } from './judge'

export type { MalformedCommand, ScannedCommand } from './judge'

const MAX_COMMAND_SIZE = 512 * 1024

export interface CommandScannerOptions {
  /** Prose, in order, each unit once: everything but the source of the commands given to `onCommand`. */
  onText(text: string, offset: number): void
  /** A command to run. Commands and malformed ones come in the order of their offsets and do not overlap. */
  onCommand(command: ScannedCommand): void
  /** A command that is not run. Its source follows as text. */
  onMalformed(malformed: MalformedCommand): void
  /** Longest command, brackets included, in UTF-16 units; 512 Ki by default. */
  maxCommandSize?: number | undefined
}

/** Longer payloads are not looked into before they are complete. */
const SHORT_PAYLOAD = 1_024

/** Finds the commands in one stream of text. Offsets count UTF-16 units since the start of the stream. */
export interface CommandScanner {
  /** Reads the next part of the stream, of any size. Never throws on any text. */
  feed(text: string): void
  /** Gives out what is held, reports a command that was left open, closes fences. The stream goes on. */
  endTurn(): void
  /** Forgets everything and goes on at `offset`, 0 by default. */
  reset(offset?: number): void
  /** Where the next part begins. */
  readonly offset: number
  /** Up to `offset`: a fresh scanner, reset to here and fed from here, finds what this one finds from here on. */
  readonly safe: number
  /** Name of the command whose payload is being written now, as written. */
  readonly openCommand: string | null
  /** The payload of that command as far as it goes; empty once it is long. */
  readonly openPayload: string
}

/**
 * Text is read by two readers. Prose goes by once, in order, with the state of fences and backticks. From an
 * opener on, a draft reads ahead; when it is not a command, its text counts as prose up to where openers count
 * again. So a unit is read once as prose and by at most three drafts (see JsonSpan), whatever the text is.
 *
 * @example
 * const scanner = createCommandScanner({ onText, onCommand, onMalformed })
 * scanner.feed('Hello ⟦⟦ QUERY_')
 * scanner.feed('GROUPS ⟧⟧')
 * scanner.endTurn()
 */
export function createCommandScanner(options: CommandScannerOptions): CommandScanner {
  const maxSize = options.maxCommandSize ?? MAX_COMMAND_SIZE
  let offset = 0
  let code = new CodeState(0)
  let draft: CommandDraft | null = null
  // Text of the open draft. It is only appended to, which costs nothing, until the draft ends: looking into
  // it at every feed would flatten it each time.
  let held = ''
  // Openers before this offset do not count: they stand inside a command that failed. Nor do those before the
  // first newline from there on, while that line is skipped.
  let resumeAt = 0
  let skipsLine = false
  // Where that failed command can be scanned again: no line inside it is a place to begin.
  let safeBefore = 0

  function feed(text: string): void {
    const base = offset
    offset += text.length
    if (draft === null) {
      walk(text, base, 0)
      return
    }
    const read = readOn(draft, text, 0, base)
    if (draft.end === null) held += text
    else settle(draft, text, base, read)
  }

  function endTurn(): void {
    // What the last draft held may hold openers of its own; each turn of the loop begins further on.
    while (draft !== null) {
      draft.cut('unclosed', offset)
      settle(draft, '', offset, 0)
    }
    code.restart(offset)
    resumeAt = offset
    skipsLine = false
    safeBefore = offset
  }

  function reset(position = 0): void {
    offset = position
    code = new CodeState(position)
    draft = null
    held = ''
    resumeAt = position
    skipsLine = false
    safeBefore = position
  }

  /** Passes `text[at…]`, where `text[0]` is at offset `base` and everything before `at` was dealt with. */
  function walk(text: string, base: number, from: number): void {
    let at = from
    for (;;) {
      const opener = nextOpener(text, base, at)
      at = pass(text, base, at, opener)
      if (opener === text.length) return
      draft = new CommandDraft(base + opener, code)
      readOn(draft, text, opener, base)
      if (draft.end === null) {
        held = text.slice(opener)
        return
      }
      at = conclude(draft, text.slice(opener)) - base
      draft = null
    }
  }

  /** Index of the next opener that counts, or of a last `⟦` that may be half of one; else the text's length. */
  function nextOpener(text: string, base: number, at: number): number {
    if (skipsLine) {
      const newline = text.indexOf('\n', Math.max(at, resumeAt - base))
      if (newline === -1) return text.length
      resumeAt = base + newline + 1
      skipsLine = false
    }
    const from = Math.max(at, resumeAt - base)
    let opener = text.indexOf(OPEN, from)
    if (opener === -1) {
      const last = text.length - 1
      return last >= from && text.charCodeAt(last) === OPENER ? last : text.length
    }
    // The last two of a longer run of brackets may open a command.
    while (text.charCodeAt(opener + 2) === OPENER) opener++
    return opener
  }

  function pass(text: string, base: number, from: number, to: number): number {
    if (from === to) return to
    const piece = text.slice(from, to)
    code.advance(piece)
    options.onText(piece, base + from)
    return to
  }

  /** Lets the draft read `text[from…]`; the index behind the last unit it took. */
  function readOn(open: CommandDraft, text: string, from: number, base: number): number {
    const limit = open.start + maxSize
    const read = open.read(text, from, Math.min(text.length, limit - base), base)
    // After the draft, and only as far as it came: otherwise each of many drafts would look for the fence's end.
    if (open.fence?.advanceToFenceEnd(text.slice(from, read)) === true) {
      open.endWithFence(open.fence.position)
    } else if (open.end === null && base + read >= limit) {
      open.cut('too_large', limit)
    }
    return read
  }

  /** Deals with a draft that was held and ended at `text[read]`, and with what follows it. */
  function settle(ended: CommandDraft, text: string, base: number, read: number): void {
    const next = conclude(ended, held + text.slice(0, read + 1))
    const failed = next === ended.start ? held : ''
    held = ''
    draft = null
    if (failed === '') walk(text, base, next - base)
    else walk(failed + text, next, 0)
  }

  /** Reports a draft that ended; the offset from which prose goes on. */
  function conclude(ended: CommandDraft, source: string): number {
    const verdict = judge(ended, source)
    if (verdict.command !== null) {
      code.restart(verdict.command.end)
      options.onCommand(verdict.command)
      return verdict.command.end
    }
    safeBefore = safeOf(ended)
    resumeAt = verdict.resumeAt
    skipsLine = verdict.skipsLine
    if (verdict.malformed !== null) options.onMalformed(verdict.malformed)
    return ended.start
  }

  function safeOf(open: CommandDraft | null): number {
    // Up to an opener outside of code nothing matters: a fresh scanner would find it the same way.
    if (open !== null && !open.inCode) return open.start
    return code.anchor < resumeAt ? safeBefore : code.anchor
  }

  return {
    feed,
    endTurn,
    reset,
    get offset() {
      return offset
    },
    get safe() {
      return safeOf(draft)
    },
    get openPayload() {
      // Looking into held text flattens it: only while that is cheap.
      if (draft === null || draft.payloadFrom === -1 || held.length > SHORT_PAYLOAD) return ''
      return held.slice(draft.payloadFrom - draft.start)
    },
    get openCommand() {
      return draft !== null && !draft.inCode && draft.isComposing ? draft.name : null
    },
  }
}
