import { type Role, roleOf, ROLES } from '@crewroom/shared/model/role'
import { ROLE_PROMPTS } from '@crewroom/shared/text/role-prompts'
import type { RoleTools } from './role-tools'

/** What a person has configured about a role: one that the product has, or a new one. */
export interface RoleSettings {
  readonly name?: string | undefined
  readonly color?: string | undefined
  /** How its agents work; empty: they are told nothing. */
  readonly prompt?: string | undefined
  /** What follows is said by a file that defines the role. */
  readonly description?: string | undefined
  readonly model?: string | undefined
  readonly tools?: RoleTools | undefined
  /** The name of that file. */
  readonly file?: string | undefined
}

/** A role with the instructions of its agents; null when they get none. */
export interface InstructedRole extends Role {
  readonly prompt: string | null
  /** What it is for, in the words of the file that defines it. */
  readonly description?: string
  /** The model that the file names; an agent's program chooses its own. */
  readonly model?: string
  readonly tools?: RoleTools
  readonly file?: string
}

/** The roles of this server: those of the product as a person has changed them, then those that a person has added. */
export class Roles {
  readonly #byId: ReadonlyMap<string, InstructedRole>

  constructor(configured: Readonly<Record<string, RoleSettings>> = {}) {
    const ids = new Set([...ROLES.map(({ id }) => id), ...Object.keys(configured)])
    this.#byId = new Map([...ids].map((id) => [id, instructed(id, configured)]))
  }

  all(): readonly InstructedRole[] {
    return [...this.#byId.values()]
  }

  /** Any id is a role: one that nobody has described has a name and a colour, and no instructions. */
  of(id: string): InstructedRole {
    return this.#byId.get(id) ?? { ...roleOf(id), prompt: null }
  }
}

function instructed(
  id: string,
  configured: Readonly<Record<string, RoleSettings>>,
): InstructedRole {
  const { name, color } = roleOf(id)
  const own = Object.hasOwn(configured, id) ? (configured[id] ?? {}) : {}
  const known: Readonly<Record<string, string>> = ROLE_PROMPTS
  const told = own.prompt ?? (Object.hasOwn(known, id) ? known[id] : undefined) ?? ''
  return {
    id,
    name: own.name ?? name,
    color: own.color ?? color,
    prompt: told === '' ? null : told,
    ...(own.description === undefined ? {} : { description: own.description }),
    ...(own.model === undefined ? {} : { model: own.model }),
    ...(own.tools === undefined ? {} : { tools: own.tools }),
    ...(own.file === undefined ? {} : { file: own.file }),
  }
}
