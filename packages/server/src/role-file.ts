import { groupSlug } from '@crewroom/shared/model/group-name'
import { cut } from '@crewroom/shared/model/cut'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { relayedLine } from '@crewroom/shared/text/relay'
import { roleTools } from './crew/role-tools'
import type { RoleSettings } from './crew/roles'

/** A role as a file defines it: front matter, and a body that is its instructions. */
export interface RoleDefinition {
  readonly id: string
  readonly settings: RoleSettings
  /** Each says in words something that is left out. */
  readonly notes: readonly string[]
}

/** A file that defines no role, with the reason. */
export class NoRole extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoRole'
  }
}

type ParseYaml = (text: string) => unknown

const ABOUT = 1_000
const KNOWN = new Set(['name', 'description', 'tools', 'model'])
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The role in a file, or `NoRole`. `base` is the file’s name without its ending. */
export function roleInFile(bytes: Buffer, base: string, parseYaml: ParseYaml): RoleDefinition {
  const { front, body } = parts(textOf(bytes))
  const notes: string[] = []
  const fields = frontMatter(front, parseYaml, notes)
  const name = nameIn(fields['name'], base)
  if (body.length > LIMITS.instructions) {
    throw new NoRole(
      `its instructions have ${body.length} characters; at most ${LIMITS.instructions} are read`,
    )
  }
  const unknown = Object.keys(fields).filter((field) => !KNOWN.has(field))
  if (unknown.length > 0) notes.push(`these fields mean nothing here: ${inWords(unknown)}`)
  const description = textIn(fields, 'description', ABOUT, notes)
  const model = textIn(fields, 'model', LIMITS.modelName, notes)
  const id = idOf(name)
  return {
    id,
    settings: {
      ...(name === id ? {} : { name }),
      prompt: body,
      ...(description === undefined ? {} : { description }),
      ...(model === undefined ? {} : { model }),
      ...toolsIn(fields, notes),
      file: relayedLine(`${base}.md`, LIMITS.agentName),
    },
    notes,
  }
}

/** Without a byte order mark, and with one kind of line ends. */
function textOf(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NoRole('it has other bytes than text in UTF-8')
  }
  if (text.includes('\0')) throw new NoRole('it contains a null character, so it cannot be text')
  return text.replaceAll(/\r\n?/g, '\n')
}

function parts(text: string): { front: string; body: string } {
  const [first = '', ...lines] = text.split('\n')
  if (first.trimEnd() !== '---') throw new NoRole('it does not begin with front matter (---)')
  const end = lines.findIndex((line) => line.trimEnd() === '---')
  if (end === -1) throw new NoRole('its front matter has no end (---)')
  const after = lines.slice(end + 1)
  return { front: lines.slice(0, end).join('\n'), body: after.join('\n').trim() }
}

/** People write descriptions with colons in them, which YAML does not take: those are then read line by line. */
function frontMatter(
  front: string,
  parseYaml: ParseYaml,
  notes: string[],
): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = parseYaml(front)
  } catch (error) {
    try {
      value = parseYaml(front.replaceAll(/^([\w-]+):[ \t]+([^\s"'[{|>&*!].*)$/gm, quotedLine))
      notes.push('its front matter is not valid YAML, and was read line by line')
    } catch {
      const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
      throw new NoRole(`its front matter is not valid YAML: ${relayedLine(why, 200)}`)
    }
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw new NoRole('its front matter has no fields, such as name: code-reviewer')
}

const quotedLine = (_: string, field: string, value: string) => `${field}: ${JSON.stringify(value)}`

function nameIn(given: unknown, base: string): string {
  const name = given ?? base
  if (typeof name !== 'string') throw new NoRole('its name is not a text')
  return name.trim().toWellFormed()
}

/** By the rules of ids of roles; a name in other letters, or none at all, makes none. */
function idOf(name: string): string {
  const id = ID.test(name) ? name : groupSlug(name)
  if (id === '' || id.length > LIMITS.roleId || name.length > LIMITS.agentName) {
    throw new NoRole(
      `its name "${relayedLine(name, 60)}" cannot be made an id such as code-reviewer, of at most ${LIMITS.roleId} characters`,
    )
  }
  if (id === 'lead') {
    throw new NoRole(
      '"lead" is the role of those who lead crews, which only the configuration changes',
    )
  }
  return id
}

function textIn(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  most: number,
  notes: string[],
): string | undefined {
  const value = fields[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') {
    notes.push(`its ${field} is not a text, and is left out`)
    return undefined
  }
  const text = value.trim().toWellFormed()
  if (text.length <= most) return text
  notes.push(`its ${field} is cut after ${most} characters`)
  return `${cut(text, most - 1)}…`
}

/** A field that cannot be read lists nothing: everything is asked about then. */
function toolsIn(
  fields: Readonly<Record<string, unknown>>,
  notes: string[],
): Pick<RoleSettings, 'tools'> {
  if (!Object.hasOwn(fields, 'tools')) return {}
  const given = fields['tools']
  const list = typeof given === 'string' ? given.split(',') : given
  const isList = Array.isArray(list) && list.every((one) => typeof one === 'string')
  if (!isList) {
    notes.push('its tools are neither a list nor a text: every tool is asked about')
  }
  const listed = isList ? list.flatMap((one) => one.trim().toWellFormed() || []) : []
  const tools = roleTools(listed)
  if (tools === null) return {}
  if (tools.unknown.length > 0) {
    notes.push(`these tools mean nothing here, and are asked about: ${inWords(tools.unknown)}`)
  }
  return { tools }
}

function inWords(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => relayedLine(name, 60))
  return `${shown.join(', ')}${names.length > 10 ? ` and ${names.length - 10} more` : ''}`
}
