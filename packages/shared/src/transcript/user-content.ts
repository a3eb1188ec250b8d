import type { CommandInfo, FileReference, ImageData, UserGroupContent } from './groups'
import type { ParsedMessage } from './messages'
import { endOf, inTag, TAGS, textsOf, withoutTags } from './tags'

/** What a program puts into a person's text, and they did not write. */
const NOT_THEIRS = [
  '<task-notification>',
  '<system-reminder>',
  '<local-command-caveat>',
  '<ide_opened_file>',
  '<ide_selection>',
  '<ide_diagnostics>',
  '<user-prompt-submit-hook>',
]

/** A command has a line of its own; `/a/path` is none. */
const COMMAND = /^\/([A-Za-z][\w:.-]*)(?:[ \t]+(.*))?$/gm

/** `@` and what could be a path, up to a blank or a mark that ends a sentence. */
const REFERENCE = /(?<![\w@])@([\w./~-]*[\w/~-])/g
/** Folders that are a path without a slash behind them. */
const KNOWN_FOLDERS: ReadonlySet<string> = new Set([
  'src',
  'lib',
  'app',
  'test',
  'tests',
  'docs',
  'packages',
  'scripts',
  'public',
])

export function userContentOf(message: ParsedMessage): UserGroupContent {
  const written = textsOf(message).join('\n')
  const images = imagesOf(message)
  // What the members of a crew write does not command its program.
  if (message.crew) {
    return { text: written, rawText: written, commands: [], images, fileReferences: [] }
  }
  const typed = typedCommand(written)
  if (typed !== null) {
    const references = fileReferencesIn(typed.args ?? '')
    return { rawText: typed.raw, commands: [typed], images, fileReferences: references }
  }
  const rawText = withoutForeign(written)
  const commands = commandsIn(rawText)
  const text = rawText.replace(COMMAND, '').trim()
  return {
    ...(text !== '' && { text }),
    ...(rawText !== '' && { rawText }),
    commands,
    images,
    fileReferences: fileReferencesIn(rawText),
  }
}

/** A command as the program writes it down: in tags, with its arguments beside it. */
function typedCommand(text: string): CommandInfo | null {
  const bash = inTag(text, TAGS.bashInput)
  if (bash !== null && text.trimStart().startsWith(TAGS.bashInput)) {
    return { name: '!', args: bash.trim(), raw: `!${bash.trim()}` }
  }
  const own = inTag(text, TAGS.commandName)?.trim() ?? ''
  if (own === '') return null
  const args = inTag(text, '<command-args>')?.trim() ?? ''
  const name = own.replace(/^\//, '')
  return { name, raw: `/${name}${args === '' ? '' : ` ${args}`}`, ...(args !== '' && { args }) }
}

function withoutForeign(text: string): string {
  if (!text.includes('<')) return text.trim()
  return NOT_THEIRS.reduce((rest, tag) => withoutTags(rest, tag), text).trim()
}

function commandsIn(text: string): readonly CommandInfo[] {
  return [...text.matchAll(COMMAND)].map(([raw, name = '', args]) => ({
    name,
    raw: raw.trim(),
    ...(args !== undefined && args.trim() !== '' && { args: args.trim() }),
  }))
}

function fileReferencesIn(text: string): readonly FileReference[] {
  const found = new Map<string, FileReference>()
  for (const [raw, path = ''] of text.matchAll(REFERENCE)) {
    if (isPath(path)) found.set(path, { path, raw })
  }
  return [...found.values()]
}

/** Packages' scopes and people are written with `@` too. */
function isPath(path: string): boolean {
  if (/^(\.{1,2}|~)?\//.test(path)) return path.length > 1
  if (path.includes('/')) return path.length > 2
  return KNOWN_FOLDERS.has(path) || /^[\w-][\w.-]*\.[A-Za-z]\w{0,5}$/.test(path)
}

function imagesOf({ content }: ParsedMessage): readonly ImageData[] {
  if (typeof content === 'string') return []
  return content.flatMap((block) =>
    block.type === 'image' ? [{ mediaType: block.source.media_type, data: block.source.data }] : [],
  )
}

/** A notification of the program as a sentence: its summary where it has one. */
export function notificationText(text: string): string {
  const summary = inTag(text, '<summary>')?.trim() ?? ''
  if (summary !== '') return summary
  const inner = inTag(text, TAGS.notification) ?? text
  return inner.replace(endOf(TAGS.notification), '').trim()
}
