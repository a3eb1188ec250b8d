import { takenFor } from '@crewroom/shared/model/name'
import { type NameOwner, nameOwner, turningCharacter } from '@crewroom/shared/model/reserved-name'
import { CrewError } from '@crewroom/shared/protocol/errors'

export const WHOSE: Readonly<Record<NameOwner, string>> = {
  person: 'the person who runs the server',
  system: 'the server itself',
  lead: 'the lead of the crew',
}

/** Why a name deceives. */
interface Deceit {
  /** Behind the field: `would be taken for …`. */
  readonly short: string
  /** A sentence about the agent. */
  readonly sentence: string
}

/** Why an agent may not have that name; null when it deceives nobody. A lead is one. */
export function deceitOf(name: string, personName: string, isLead: boolean): Deceit | null {
  const turning = turningCharacter(name)
  if (turning !== null) {
    const short = `contains ${turning}, a character that reverses text`
    // Without the name: it would turn round this sentence, too.
    return {
      short,
      sentence: `this text ${short}: it would be read as another name.`,
    }
  }
  const owner = nameOwner(name, personName)
  if (owner === null || (owner === 'lead' && isLead)) return null
  const short = `would be taken for ${WHOSE[owner]}`
  return { short, sentence: `an agent called "${name.slice(0, 100)}" ${short}.` }
}

/** Refuses what an agent is to be called where others would take it for somebody else. */
export function assertHonest(
  given: Readonly<Record<string, string | undefined>>,
  personName: string,
  isLead: boolean,
): void {
  for (const [field, name] of Object.entries(given)) {
    const deceit = name === undefined ? null : deceitOf(name, personName, isLead)
    if (deceit === null) continue
    throw new CrewError(
      'validation',
      `${field}: ${deceit.sentence} Give another ${field}, such as what it does.`,
      { fields: { [field]: deceit.short } },
    )
  }
}

/**
 * Refuses a name that looks like one of others, and is spelled otherwise. `whose`: what those are called, such as `another
 * agent of this crew`.
 */
export function assertUnlike(
  field: string,
  name: string,
  whose: string,
  others: Iterable<string>,
): void {
  const other = takenFor(name, others)
  if (other === undefined) return
  const short = `would be taken for "${other}"`
  throw new CrewError(
    'validation',
    `${field}: "${name}" looks like "${other}", the name of ${whose}, and is spelled otherwise. Give another ${field}.`,
    { fields: { [field]: short } },
  )
}
