import { nameFault } from '@crewroom/shared/model/name'
import { nameOwner } from '@crewroom/shared/model/reserved-name'
import { DEFAULT_APP_ID } from '@crewroom/shared/model/admission'
import { readAlike } from '@crewroom/shared/text/lookalikes'
import type { Crew } from '../crew/crew'
import { WHOSE } from '../crew/honest-names'
import { holdsSecret } from '../crew/secrets'
import type { Shard } from '../crew/shard'

const PRODUCT = 'Crewroom'
/** Spaces, and the one pattern of Braille that has no dot. */
const EMPTY = /^[\s\u2800]*$/u

/** Why a name that another program calls the person by cannot be shown honestly, as is said behind it: `is …`. Null: it can. */
export function labelFault(shard: Shard, crew: Crew, name: string, limit: number): string | null {
  if (name.length > limit) return `is longer than ${limit} characters`
  if (!name.isWellFormed()) return 'has half a character'
  const fault = nameFault(name)
  if (fault !== null) return fault.replace(/^must be/, 'is not')
  if (EMPTY.test(name)) return 'has nothing to see'
  if (holdsSecret(shard.maskOf(crew), name)) return 'contains a secret'
  const owner = nameOwner(name, shard.ports.personName)
  if (owner === 'system' || owner === 'lead') return `would be taken for ${WHOSE[owner]}`
  const called = name.replace(/^[\s@]+/u, '')
  if (readAlike(called, PRODUCT)) return 'would be taken for this program'
  for (const [whose, names] of namesOf(crew)) {
    const other = names.find((one) => readAlike(called, one))
    if (other !== undefined) return `would be taken for ${whose} "${other}"`
  }
  return null
}

function* namesOf({ state }: Crew): Iterable<readonly [whose: string, names: readonly string[]]> {
  for (const { id, handle, name } of Object.values(state.agents)) {
    yield ['the agent', handle === undefined ? [name, id] : [name, handle, id]]
  }
  for (const { appId } of Object.values(state.admissions)) {
    if (appId !== DEFAULT_APP_ID) yield ['the circle', [appId]]
  }
  for (const { name, displayName, admissionId } of Object.values(state.groups)) {
    if (admissionId !== undefined) yield ['the conversation', [displayName, name]]
  }
}
