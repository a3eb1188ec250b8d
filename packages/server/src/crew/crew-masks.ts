import type { Environment, MaskPort, SecretMask } from '../journal/ports/mask-port'
import { CleanTexts } from './clean-texts'
import type { Crew } from './crew'

/** So many environments of before are kept for each crew. */
const FORMER = 50

/**
 * What must not be seen in the texts of a crew: what is always masked, and the values of the variables that its
 * agents were given, whoever writes them. Other crews' values are not looked for: whether a text is masked would
 * tell about them.
 */
export class CrewMasks {
  readonly #port: MaskPort
  readonly #home: (agentId: string) => Crew | undefined
  readonly #clean = new CleanTexts()
  #known = new Map<string | null, SecretMask>()
  /** What agents of a crew were given before, by lead. */
  readonly #former = new Map<string, readonly Environment[]>()
  /** What agents of all crews were given, until that changes. */
  #all: readonly Environment[] | null = null

  constructor(port: MaskPort, home: (agentId: string) => Crew | undefined) {
    this.#port = port
    this.#home = home
  }

  of(crew: Crew | null): SecretMask {
    const key = crew?.state.lead.id ?? null
    let mask = this.#known.get(key)
    if (!mask) {
      mask = this.#clean.remembering(this.#port(crew ? this.#given(crew) : []))
      this.#known.set(key, mask)
    }
    return mask
  }

  with(crew: Crew | null, more: Environment): SecretMask {
    if (Object.keys(more).length === 0) return this.of(crew)
    return this.#clean.remembering(this.#port([...(crew ? this.#given(crew) : []), more]))
  }

  /** What agents of all these crews were given: the same list as long as nothing changes. */
  all(crews: Iterable<Crew>): readonly Environment[] {
    this.#all ??= [...crews].flatMap((crew) => this.#given(crew)).filter(isSet)
    return this.#all
  }

  /** Agents were given other variables. */
  forget(): void {
    this.#known = new Map()
    this.#all = null
  }

  keep(crew: Crew, former: Environment): void {
    const { id } = crew.state.lead
    this.#former.set(id, [...(this.#former.get(id) ?? []), former].slice(-FORMER))
    this.forget()
  }

  #given(crew: Crew): Environment[] {
    // What a sub-lead was given is kept in the crew that it leads.
    const now = Object.keys(crew.state.agents).map(
      (id) => this.#home(id)?.remembered(id).environment ?? {},
    )
    return [...now, ...(this.#former.get(crew.state.lead.id) ?? [])]
  }
}

function isSet(environment: Environment): boolean {
  return Object.keys(environment).length > 0
}
