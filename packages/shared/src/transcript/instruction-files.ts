import { estimatedTokens } from './estimated-tokens'
import type { ClaudeMdStats, InstructionFile, LinkedToolItem, UserGroup } from './groups'
import { textOf } from './message-text'
import type { ParsedMessage } from './messages'
import { contentText } from './preview'
import { splitByTag, TAGS, withoutTags } from './tags'

/** Files that programs read for themselves before they work. */
const NAMES = /(?:^|[/\\])(?:CLAUDE(?:\.local)?|AGENTS|GEMINI)\.md$/i
/** How a program puts a file into a reminder: its path, perhaps a remark, and its text up to the next one. */
const CONTENTS = /^Contents of ([^\n]{1,1000}?\.md)\b[^\n]{0,1000}:[ \t]{0,9}\n/gim

export const isInstructionFile = (path: string): boolean => NAMES.test(path)

/** Which instruction files the records of a group show in the context; null where they show none. */
export function claudeMdStats(
  before: UserGroup | null,
  responses: readonly ParsedMessage[],
  tools: ReadonlyMap<string, LinkedToolItem>,
): ClaudeMdStats | null {
  const found = new Map<string, string>()
  const records = before === null ? responses : [before.message, ...responses]
  for (const record of records) {
    for (const [path, content] of inRemindersOf(record)) found.set(path, content)
  }
  for (const { input, result } of tools.values()) {
    const path = input['file_path'] ?? input['path']
    if (typeof path !== 'string' || !isInstructionFile(path)) continue
    if (result === undefined || result.isError || !isReading(input)) continue
    const text = withoutTags(contentText(result.content), TAGS.reminder)
    // A part of it, when it was read in parts, adds to what is known of it.
    found.set(path, (found.get(path) ?? '') + text)
  }
  if (found.size === 0) return null
  const files: InstructionFile[] = [...found].map(([path, text]) => ({
    path,
    tokens: estimatedTokens(text.length),
  }))
  return { files, totalTokens: files.reduce((sum, { tokens }) => sum + tokens, 0) }
}

/** Its input says nothing of what to write or to look for. */
const isReading = (input: Readonly<Record<string, unknown>>): boolean =>
  !['content', 'new_string', 'edits', 'pattern', 'new_source', 'command'].some(
    (key) => key in input,
  )

type Shown = readonly [path: string, content: string]

const known = new WeakMap<ParsedMessage, readonly Shown[]>()

/** A record is searched once, however often its group grows. */
function inRemindersOf(record: ParsedMessage): readonly Shown[] {
  let shown = known.get(record)
  if (shown === undefined) {
    const texts = [textOf(record), ...record.toolResults.map(({ content }) => contentText(content))]
    shown = texts.flatMap((text) => [...inReminders(text)])
    known.set(record, shown)
  }
  return shown
}

function* inReminders(text: string): Iterable<Shown> {
  if (!text.includes(TAGS.reminder)) return
  for (const reminder of splitByTag(text, TAGS.reminder).inside) {
    const starts = [...reminder.matchAll(CONTENTS)]
    for (const [number, start] of starts.entries()) {
      const path = start[1] ?? ''
      if (!isInstructionFile(path)) continue
      const from = start.index + start[0].length
      yield [path, reminder.slice(from, starts[number + 1]?.index).trim()]
    }
  }
}
