import { type Fields, fields, listIn, textIn } from './fields'

/** Tools by the kinds of the protocol, called as the view knows them. */
const NAMES: Readonly<Record<string, string>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Grep',
  execute: 'Bash',
  think: 'Think',
  fetch: 'WebFetch',
  switch_mode: 'SwitchMode',
}
const OTHER = 'Tool'

/** What a program says of a tool call beside the protocol. */
export function metaOf(call: Fields): Fields {
  return fields(fields(call['_meta'])['claudeCode'])
}

/** An update replaces what it names. */
export function merged(before: Fields, told: Fields): Fields {
  const news = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null))
  const [meta, more] = [fields(before['_meta']), fields(told['_meta'])]
  const own = { ...fields(meta['claudeCode']), ...fields(more['claudeCode']) }
  return { ...before, ...news, _meta: { ...meta, ...more, claudeCode: own } }
}

/** The tool's own name; null where its program does not tell it. */
export function ownName(call: Fields): string | null {
  return textIn(metaOf(call), 'toolName') ?? textIn(call, 'name')
}

/** The tool's own name where its program tells it; else what it does. */
export function toolName(call: Fields): string {
  const own = ownName(call)
  if (own !== null) return own
  const isNew = diffsOf(call).length > 0 && diffsOf(call).every(({ oldText }) => oldText === null)
  const kind = textIn(call, 'kind') ?? ''
  if (kind === 'edit' && isNew) return 'Write'
  return (Object.hasOwn(NAMES, kind) ? NAMES[kind] : null) ?? OTHER
}

/** What the tool was called with: the program's own fields, and what the protocol tells beside them. */
export function toolInput(call: Fields): Fields {
  const raw = call['rawInput']
  const own = Array.isArray(raw) || typeof raw === 'string' ? { input: raw } : fields(raw)
  const title = textIn(call, 'title')
  const [place] = listIn(call, 'locations')
  const path = place ? textIn(place, 'path') : null
  const command = commandOf(own['command'])
  const said = title !== null && title !== command && own['description'] === undefined
  return {
    ...own,
    ...(command !== null && { command }),
    ...(path !== null && hasNoPath(own) && { file_path: path }),
    ...editOf(call, own),
    ...(said && { description: title }),
  }
}

/** The words that a program is started with, as one line. */
function commandOf(command: unknown): string | null {
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return null
  const [shell = '', flag = '', line] = command
  const isShell = /(^|\/)(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(flag)
  return isShell && line !== undefined && command.length === 3 ? line : command.join(' ')
}

function hasNoPath(own: Fields): boolean {
  return own['file_path'] === undefined && own['path'] === undefined
}

function editOf(call: Fields, own: Fields): Fields {
  if (own['old_string'] !== undefined || own['content'] !== undefined || own['edits']) return {}
  const [diff, ...more] = diffsOf(call)
  if (!diff) return {}
  if (more.length > 0) {
    return {
      edits: [diff, ...more].map(({ path, oldText, newText }) => ({
        file_path: path,
        old_string: oldText ?? '',
        new_string: newText,
      })),
    }
  }
  const { path, oldText, newText } = diff
  return oldText === null
    ? { file_path: path, content: newText }
    : { file_path: path, old_string: oldText, new_string: newText }
}

function diffsOf(call: Fields) {
  return listIn(call, 'content').flatMap(({ type, path, oldText, newText }) =>
    type === 'diff' && typeof path === 'string'
      ? [
          {
            path,
            oldText: typeof oldText === 'string' ? oldText : null,
            newText: typeof newText === 'string' ? newText : '',
          },
        ]
      : [],
  )
}
