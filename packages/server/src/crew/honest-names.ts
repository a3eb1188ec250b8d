import { type NameOwner, nameOwner } from '@crewroom/shared/model/reserved-name'
import { CrewError } from '@crewroom/shared/protocol/errors'

const WHOSE: Readonly<Record<NameOwner, string>> = {
  person: 'the person who runs the server',
  system: 'the server itself',
  lead: 'the lead of the crew',
}

/** Who an agent called so would be taken for, in words; null when its name deceives nobody. A lead is one. */
export function takenFor(name: string, personName: string, isLead: boolean): string | null {
  const owner = nameOwner(name, personName)
  return owner === null || (owner === 'lead' && isLead) ? null : WHOSE[owner]
}

/** Refuses what an agent is to be called where others would take it for somebody else. */
export function assertHonest(
  given: Readonly<Record<string, string | undefined>>,
  personName: string,
  isLead: boolean,
): void {
  for (const [field, name] of Object.entries(given)) {
    const who = name === undefined ? null : takenFor(name, personName, isLead)
    if (who === null) continue
    throw new CrewError(
      'validation',
      `${field}: an agent called "${name}" would be taken for ${who}. Give another ${field}, such as what it does.`,
      { fields: { [field]: `would be taken for ${who}` } },
    )
  }
}
