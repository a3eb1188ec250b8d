import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { deceitOf } from '../crew/honest-names'
import { Misfit } from './read-file'

/** The role of leads. Which agents of a file lead crews of their own is in other files. */
export const LEAD = 'lead'

/** What agents are called in a file, and under which role they wrote: nobody may be taken for somebody else. */
export class FileNames {
  readonly #personName: string
  readonly #leads = new Set<string>()

  /** `personName`: what the person is called where the file goes. */
  constructor(personName: string) {
    this.#personName = personName
  }

  /** `leads`: the crew that this is about, and not one below it. */
  introduce(
    id: string,
    called: {
      readonly name: string | null
      readonly role: string | null
      readonly roleName: string | null
      readonly handle?: string | undefined
    },
    leads: boolean,
  ): void {
    if (id === HUMAN_ID || id === SYSTEM_ID) return
    if (leads || called.role === LEAD) this.#leads.add(id)
    this.#assertHonest(called.role, this.#leads.has(id))
    this.#assertHonest(called.roleName, this.#leads.has(id))
    this.#assertHonest(called.name, leads)
    this.#assertHonest(called.handle ?? null, leads)
  }

  wroteAs(id: string, role: string): void {
    if (id !== HUMAN_ID && id !== SYSTEM_ID) this.#assertHonest(role, this.#leads.has(id))
  }

  #assertHonest(name: string | null, isLead: boolean): void {
    const deceit = name === null ? null : deceitOf(name, this.#personName, isLead)
    if (deceit !== null) throw new Misfit(deceit.sentence)
  }
}
