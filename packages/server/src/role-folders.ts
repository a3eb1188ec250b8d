import { closeSync, readdirSync, readSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { ROLES } from '@crewroom/shared/model/role'
import { relayedLine } from '@crewroom/shared/text/relay'
import { type Config, roleFoldersOf, rolesOf } from './config'
import { roleProblem } from './crew/role-problem'
import type { RoleSettings } from './crew/roles'
import { LOADED_LATER } from './loaded-later'
import { isInside, NotBelow, openWhere } from './open-below'
import { NoRole, type RoleDefinition, roleInFile } from './role-file'
import { lookAtRoots, rootPaths } from './transcripts/roots'

type Settings = Readonly<Record<string, RoleSettings>>

/** What one folder with definitions of roles has. */
export interface RoleFolder {
  readonly path: string
  /** Why nothing of it can be read; null: it can. */
  readonly problem: string | null
  /** Ids of the roles that it defines. */
  readonly roles: readonly string[]
  /** Sentences about files that define none, and about what is left out of others. */
  readonly notes: readonly string[]
}

export interface FoundRoles {
  /** Those of the configuration and of the folders together. */
  readonly roles: Settings
  readonly folders: readonly RoleFolder[]
}

interface Known {
  readonly configured: Settings
  readonly personName: string
  readonly parseYaml: (text: string) => unknown
}

/** The roles of a configuration, with those of its folders. */
export async function findRoles(
  { roles, personName }: Pick<Config, 'roles' | 'personName'>,
  home: string,
): Promise<FoundRoles> {
  const configured = rolesOf(roles)
  const given = roleFoldersOf(roles)
  if (given.length === 0) return { roles: configured, folders: [] }
  const parseYaml = await LOADED_LATER.yaml()
  return rolesInFolders(rootPaths(given, home), { configured, personName, parseYaml })
}

/** The same for a start, which says what the folders have. */
export async function configuredRoles(
  config: Config,
  notice: ((sentence: string) => void) | undefined,
): Promise<Settings> {
  const { roles, folders } = await findRoles(config, os.homedir())
  for (const { text } of folders.flatMap(folderLines)) notice?.(text)
  return roles
}

/**
 * Reads the folders once. The configuration counts before a file, field by field, an earlier folder and file before a later
 * one, and a file before what the product says of its own role. What cannot be read keeps nothing from starting.
 */
export function rolesInFolders(paths: readonly string[], known: Known): FoundRoles {
  const defined: Record<string, RoleSettings> = {}
  const folders = lookAtRoots(paths).map(({ path: folder, real, problem }): RoleFolder => {
    if (real === null) return { path: folder, problem, roles: [], notes: [] }
    const files = namesIn(real)
    if (typeof files === 'string') return { path: folder, problem: files, roles: [], notes: [] }
    const roles: string[] = []
    const notes: string[] = []
    for (const name of files.slice(0, LIMITS.roleFiles)) {
      const say = (note: string) => notes.push(`${relayedLine(name, LIMITS.agentName)}: ${note}`)
      try {
        const role = roleIn(real, name, known)
        for (const note of [...role.notes, ...takenIn(role, defined, known)]) say(note)
        roles.push(role.id)
      } catch (error) {
        if (!(error instanceof NoRole) && !(error instanceof NotBelow)) throw error
        say(`not read: ${relayedLine(error.message, 300)}`)
      }
    }
    const models = roles.flatMap((id) => {
      const { model } = defined[id] ?? {}
      return model === undefined ? [] : [`${id}: ${relayedLine(model, 60)}`]
    })
    if (models.length > 0) {
      notes.push(`models are kept, but unused: an agent’s program chooses (${models.join(', ')})`)
    }
    const more = files.length - LIMITS.roleFiles
    if (more > 0) notes.push(`${more} more files were not read: at most ${LIMITS.roleFiles} are`)
    return { path: folder, problem: null, roles, notes }
  })
  const all = { ...defined }
  for (const [id, own] of Object.entries(known.configured)) all[id] = { ...defined[id], ...own }
  return { roles: all, folders }
}

/** Files that may define roles, by name; or why the folder cannot be read. */
function namesIn(folder: string): string[] | string {
  try {
    return readdirSync(folder)
      .filter((name) => /^[^.].*\.md$/i.test(name))
      .toSorted()
  } catch (error) {
    return `it cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`
  }
}

function roleIn(folder: string, name: string, { parseYaml }: Known): RoleDefinition {
  const { fd, stats } = openWhere(path.join(folder, name), (real) => {
    if (!isInside(folder, real)) throw new NotBelow('it is a link out of the folder')
  })
  try {
    const most = LIMITS.roleFileBytes
    if (stats.size > most) {
      throw new NoRole(`it has ${stats.size} bytes; at most ${most} are read`)
    }
    const bytes = Buffer.alloc(most)
    let length = 0
    for (let read = -1; read !== 0 && length < most; length += read) {
      read = readSync(fd, bytes, length, most - length, null)
    }
    return roleInFile(bytes.subarray(0, length), name.slice(0, -'.md'.length), parseYaml)
  } finally {
    closeSync(fd)
  }
}

/** Adds a definition, or throws why it cannot be one. What of it does not count is said. */
function takenIn(
  { id, settings }: RoleDefinition,
  defined: Record<string, RoleSettings>,
  { configured, personName }: Known,
): readonly string[] {
  const first = Object.hasOwn(defined, id) ? defined[id] : undefined
  if (first) throw new NoRole(`the role ${id} is defined by ${first.file} already`)
  const own = Object.hasOwn(configured, id) ? (configured[id] ?? {}) : {}
  const all = { ...configured, ...defined, [id]: { ...settings, ...own } }
  const problem = roleProblem(id, all, personName)
  if (problem !== null) throw new NoRole(`role ${id}: ${problem}`)
  defined[id] = settings
  const replaced = (['name', 'prompt'] as const).filter(
    (field) => own[field] !== undefined && settings[field] !== undefined,
  )
  const isOurs = ROLES.some((role) => role.id === id)
  return [
    ...(replaced.length === 0
      ? []
      : [`the configuration’s ${replaced.join(' and ')} of the role ${id} is used instead`]),
    ...(isOurs && own.prompt === undefined
      ? [`used for the role ${id} instead of the product’s own instructions`]
      : []),
  ]
}

/** One line per folder, then what was left out, for the start's log and for crewroom doctor. */
export function folderLines({ path: folder, problem, roles, notes }: RoleFolder): {
  readonly kind: 'ok' | 'note'
  readonly text: string
}[] {
  if (problem !== null) {
    return [{ kind: 'note', text: `roles: ${folder}: ${problem}; the setting roles.dir names it` }]
  }
  const count = `${roles.length} ${roles.length === 1 ? 'role' : 'roles'}`
  return [
    {
      kind: 'ok',
      text: `roles: ${folder}: ${count}${roles.length === 0 ? '' : ` (${roles.join(', ')})`}`,
    },
    ...notes.map((note) => ({ kind: 'note' as const, text: `roles: ${note}` })),
  ]
}
