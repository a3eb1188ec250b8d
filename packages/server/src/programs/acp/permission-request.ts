import { cut } from '@crewroom/shared/model/cut'
import {
  PERMISSION_OPTION_KINDS,
  type PermissionAsk,
  type PermissionDiff,
  type PermissionOption,
  TOOL_KINDS,
  type ToolKind,
} from '@crewroom/shared/model/need'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { ruleTextOf } from '../../crew/command-words'
import type { SecretMask } from '../../journal/ports/mask-port'
import { type Fields, fields, offeredIn } from './acp-values'
import { changesIn } from './file-changes'
import { isContent, placesIn } from './named-places'

/** A request as its program means it: whole, and with its secrets. */
export interface PermissionRequest {
  readonly toolKind: ToolKind
  readonly toolCallId: unknown
  readonly title: string
  /** As people are shown it. */
  readonly command: string | null
  /** The same, if it could be read: only then a rule can speak of it. */
  readonly readCommand: string | null
  readonly diffs: readonly PermissionDiff[]
  readonly options: readonly PermissionOption[]
  /** Files and folders that it names; null: more than can be read. */
  readonly places: readonly string[] | null
  /** On one line: the command, or what the program calls it. */
  readonly wanted: string
}

/** What programs say in words, where the protocol has fields for it. */
const WORDED: readonly (readonly [RegExp, ToolKind])[] = [
  [/^Requesting approval to Running: ([\s\S]+)$/, 'execute'],
  [/^Requesting approval to (?:Writing|Editing) ([\s\S]+)$/, 'edit'],
]

/** What editors call a command although it runs nothing. */
const EDITOR_WAYS = new Set(['view', 'create', 'str_replace', 'insert', 'undo_edit'])

/** Reads a request: every program words it in its own way, and may leave anything out. `folder`: where its agent works. */
export function permissionRequest(
  request: Fields,
  folder: string | null = null,
): PermissionRequest {
  const toolCall = fields(request['toolCall'])
  const { title: called, kind, rawInput, content, toolCallId } = toolCall
  const parts = Array.isArray(content) ? content.map(fields) : []
  const said = parts.map((part) => textOf(fields(part['content'])['text'])).find((one) => one)
  const { diff, input } = fields(rawInput)
  const own = TOOL_KINDS.find((one) => one === kind)
  // Its words count only if its fields say nothing: a model may choose the words.
  const [worded, words] = own ? [null, null] : wordedIn(said ?? '')
  const raw = fields(rawInput)
  const given = commandIn(raw)
  const named = own ?? worded ?? 'other'
  // A request that has a command runs it, even if its program calls that reading; editors call their actions commands.
  const isWay = (own === 'edit' || own === 'read') && EDITOR_WAYS.has(given?.text ?? '')
  const isRun = (given !== null && !isWay) || runsBelow(raw)
  const toolKind = isRun ? 'execute' : named
  const line = toolKind === 'execute' ? runOf(raw, given, words, folder) : null
  const name = textOf(called) ?? said ?? 'something that it did not name'
  const shown = parts.flatMap((part) => diffOf(part))
  const changes = shown.length > 0 ? shown : changesIn(textOf(diff) ?? textOf(input) ?? '')
  const title = line === null ? withInput(name, raw, changes) : name
  return {
    toolKind,
    toolCallId,
    title,
    command: line?.text ?? null,
    readCommand: line?.isRead === true ? line.text : null,
    diffs: changes,
    options: optionsOf(request['options']),
    places: placesIn(toolCall),
    wanted: line?.text ?? title,
  }
}

/** The same as people see it: masked, and cut to what a need may hold. */
export function shownAsk(
  { toolKind, title, command, readCommand, diffs, options }: PermissionRequest,
  mask: SecretMask,
  until: string | null,
): PermissionAsk {
  const clean = (text: string) => mask.mask(text.toWellFormed())
  const whole = command === null ? null : clean(command)
  const kept = withinBytes(
    diffs.map(({ path, oldText, newText }) => ({
      path: clean(path),
      oldText: oldText === null ? null : clean(oldText),
      newText: clean(newText),
    })),
  )
  const line = whole === null ? null : cut(whole, LIMITS.permissionCommand)
  const name = clean(title)
  return {
    toolKind,
    title: cut(name, LIMITS.permissionTitle),
    command: line,
    diffs: kept.diffs,
    cut: line !== whole || kept.isCut || (whole === null && name.length > LIMITS.permissionTitle),
    options: options.map(({ name, ...option }) => ({
      ...option,
      name: cut(clean(name), LIMITS.permissionOption),
    })),
    rule: { toolKind, prefix: readCommand === null ? null : ruleTextOf(clean(readCommand)) },
    until,
  }
}

/** Changes up to the limit for all of them together; the one that exceeds it is cut. */
function withinBytes(diffs: readonly PermissionDiff[]): {
  diffs: PermissionDiff[]
  isCut: boolean
} {
  let left: number = LIMITS.permissionDiffs
  let isCut = false
  const take = (text: string): string => {
    const bytes = Buffer.from(text)
    if (bytes.length <= left) {
      left -= bytes.length
      return text
    }
    isCut = true
    // A character that was cut in two is left out.
    const part = bytes
      .subarray(0, left)
      .toString('utf8')
      .replace(/\uFFFD$/, '')
    left = 0
    return part
  }
  const kept: PermissionDiff[] = []
  for (const { path, oldText, newText } of diffs) {
    if (left === 0) isCut = true
    else {
      // The new text matters more than the old one.
      const [name, fresh] = [take(path), take(newText)]
      kept.push({ path: name, newText: fresh, oldText: oldText === null ? null : take(oldText) })
    }
  }
  return { diffs: kept, isCut }
}

/** The options that can be chosen: those with an unambiguous id and of a kind that the protocol has. */
function optionsOf(given: unknown): PermissionOption[] {
  const offered = offeredIn(given)
  const options = new Map<string, PermissionOption>()
  for (const { optionId, name, kind: said } of offered) {
    const kind = PERMISSION_OPTION_KINDS.find((one) => one === said)
    const isShort = typeof optionId === 'string' && optionId.length <= LIMITS.permissionOption
    if (!kind || !isShort || options.has(optionId)) continue
    options.set(optionId, { optionId, name: textOf(name) ?? optionId, kind })
  }
  return [...options.values()].slice(0, LIMITS.permissionOptions)
}

/** What would run, in one line; `isRead`: the line says all of it. */
interface Line {
  readonly text: string
  readonly isRead: boolean
}

/** Fields that change nothing about what runs, where, or with which variables. */
const BESIDES = new Set(
  'command commands args cwd env description explanation reason justification timeout timeout_ms timeoutMs is_background isBackground run_in_background call_id callId turn_id turnId parsed_cmd parsedCmd'.split(
    ' ',
  ),
)

/** Fields under which programs say what runs, and which have no form that is known: whatever kind of tool they name. */
const RUNS = ['cmd', 'argv', 'shell', 'script', 'shell_command', 'shellCommand'] as const

/** Keys that name what runs where they are further inside: beside a tool's own they may be an editor's. */
const COMMANDS = new Set(['command', 'commands'])
const MOST_DEPTH = 8
/** So much of a title is shown with what its tool is given. */
const MOST_TITLE = 120
/** Fields that change nothing about what a tool does. */
const TOLD = new Set(['description', 'explanation', 'reason', 'justification'])

/**
 * All that decides what runs: a folder that is not the agent's own, variables, the command, and every field that is not
 * known to make no difference. A title is none of it, for a model may choose its words.
 */
function runOf(
  raw: Fields,
  given: Line | null,
  words: string | null,
  folder: string | null,
): Line | null {
  const others = Object.entries(raw).filter(([key, value]) => !BESIDES.has(key) && isSaid(value))
  const unknown = others.length === 0 ? '' : ` # ${jsonOf(Object.fromEntries(others))}`
  if (given === null) {
    if (unknown === '') return words === null ? null : { text: words, isRead: true }
    return { text: unknown.trim(), isRead: false }
  }
  const parts = [folderIn(raw['cwd'], folder), variablesIn(raw['env'])]
  const before = parts.map((part) => part?.text ?? '').join('')
  return {
    text: `${before}${given.text}${unknown}`,
    isRead: given.isRead && unknown === '' && parts.every((part) => part?.isRead !== false),
  }
}

/** Whether a program runs something that it names further inside of what its tool is given. */
function runsBelow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  // Nobody reads so far.
  if (depth > MOST_DEPTH) return true
  return Object.entries(value).some(([key, below]) => {
    const isOwn = RUNS.some((name) => name === key) || (depth > 0 && COMMANDS.has(key))
    return (isOwn && isSaid(below)) || runsBelow(below, depth + 1)
  })
}

/**
 * What its tool is given, behind what the program calls it: a title may be chosen by a model, and says nothing of
 * it. Contents of files are among the changes.
 */
function withInput(title: string, raw: Fields, changes: readonly PermissionDiff[]): string {
  const isTold = (value: unknown) =>
    title.includes(String(value)) || changes.some(({ path }) => path === value)
  const more = Object.entries(raw).filter(
    ([key, value]) =>
      isSaid(value) &&
      !TOLD.has(key) &&
      !(changes.length > 0 && isContent(key)) &&
      (typeof value === 'object' || !isTold(value)),
  )
  if (more.length === 0) return title
  return `${cut(title, MOST_TITLE)} # ${jsonOf(Object.fromEntries(more))}`
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function folderIn(cwd: unknown, folder: string | null): Line | null {
  if (!isSaid(cwd) || (folder !== null && cwd === folder)) return null
  if (typeof cwd !== 'string') return { text: `cd ${jsonOf({ cwd })} && `, isRead: false }
  return { text: `cd ${quotedWord(cwd)} && `, isRead: true }
}

function variablesIn(env: unknown): Line | null {
  if (!isSaid(env)) return null
  const pairs = Object.entries(fields(env))
  if (
    typeof env !== 'object' ||
    Array.isArray(env) ||
    pairs.some(([, value]) => typeof value !== 'string')
  )
    return { text: `env ${jsonOf({ env })} `, isRead: false }
  const words = pairs.map(([name, value]) => `${quotedWord(name)}=${quotedWord(String(value))} `)
  return { text: words.join(''), isRead: true }
}

/** The command line that it would run; null if it has none. Any other form is shown as it is. */
function commandIn({ command, commands, args }: Fields): Line | null {
  const one = lineOf(command, args)
  const lines = Array.isArray(commands) ? commands.map((each) => lineOf(each)) : [lineOf(commands)]
  const known = lines.flatMap((line) => line ?? [])
  const all = textOf(known.map(({ text }) => text).join('; '))
  const several = all === null ? null : { text: all, isRead: known.every(({ isRead }) => isRead) }
  if (one === null || several === null || one.text === several.text) return one ?? several
  // Nobody knows which of the two counts.
  return { text: `${one.text} # ${jsonOf({ commands })}`, isRead: false }
}

/** A line for a shell, or a program's arguments, quoted as for a shell. */
function lineOf(command: unknown, args?: unknown): Line | null {
  if (command === undefined || command === null) return null
  const isLine = typeof command === 'string'
  const words: unknown[] = [isLine ? [] : command, args ?? []].flat()
  const isKnown = (isLine || Array.isArray(command)) && Array.isArray(args ?? [])
  if (!isKnown || !words.every((word) => typeof word === 'string')) {
    return { text: jsonOf({ command, args }), isRead: false }
  }
  const quoted = words.map(quotedWord)
  const text = textOf((isLine ? [command, ...quoted] : quoted).join(' '))
  return text === null ? null : { text, isRead: true }
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '{"command":"too deep to be shown"}'
  }
}

function quotedWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function diffOf({ type, path, oldText, newText }: Fields): PermissionDiff[] {
  if (type !== 'diff' || typeof path !== 'string') return []
  return [
    {
      path,
      oldText: typeof oldText === 'string' ? oldText : null,
      newText: typeof newText === 'string' ? newText : '',
    },
  ]
}

function wordedIn(said: string): readonly [ToolKind | null, string | null] {
  for (const [pattern, kind] of WORDED) {
    const words = pattern.exec(said)?.[1]
    if (words !== undefined) return [kind, kind === 'execute' ? words : null]
  }
  return [null, null]
}

/** Without what a shell counts as spaces around it: other white space is part of a name. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') : ''
  return text.trim() === '' ? null : text
}
