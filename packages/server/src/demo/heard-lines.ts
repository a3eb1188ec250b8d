import { HUMAN_ID, HUMAN_ROLE, SYSTEM_ID, SYSTEM_ROLE } from '@crewroom/shared/model/participant'
import { type Named, TEXT } from '@crewroom/shared/text/catalogue'
import type { CrewFolder } from './crew-folder'
import type { Tables } from './tables'

/** What the programs of a crew were handed, line by line, and how texts name those who are in it. */
export class HeardLines {
  readonly #named: ReadonlyMap<string, Named>
  readonly #lines: ReadonlyMap<string, readonly string[]>

  constructor(tables: Tables, folder: CrewFolder) {
    const agents = [...tables.agents].map(
      ([id, { name, roleName, isLead }]) =>
        [name, { id, roleName, ...(isLead ? {} : { name }) }] as const,
    )
    this.#named = new Map<string, Named>([
      ...agents,
      [SYSTEM_ID, { id: SYSTEM_ID, roleName: SYSTEM_ROLE }],
    ])
    this.#lines = new Map(agents.map(([name]) => [name, folder.notesOf(name).lines()]))
  }

  label(name: string): Named {
    return this.#named.get(name) ?? { id: HUMAN_ID, roleName: HUMAN_ROLE }
  }

  /** How a group's message is handed over. */
  messageLine({ group, from, content, repliesTo }: Tables['messages'][number]): string {
    const to = repliesTo === null ? undefined : { n: repliesTo }
    return TEXT.message(group, this.label(from), content, to)
  }

  of(name: string): readonly string[] {
    return this.#lines.get(name) ?? []
  }

  /** What is wrong when a program must have read these lines, one behind the other, exactly once. */
  once(who: string, text: string): string[] {
    return this.times(who, text, 1)
  }

  /** The same for lines that others begin with. */
  times(who: string, text: string, times: number): string[] {
    if (who === HUMAN_ID) return []
    const lines = this.of(who)
    const wanted = text.split('\n')
    const count = lines.filter((_, at) =>
      wanted.every((line, offset) => lines[at + offset] === line),
    ).length
    return count === times ? [] : [`${who} has read ${count} times: ${text}`]
  }
}
