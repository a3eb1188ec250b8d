import { deceitOf } from './honest-names'
import { Roles, type RoleSettings } from './roles'

/** Why agents of a role could not be told apart by it, or would deceive; null: they could, and would not. */
export function roleProblem(
  id: string,
  settings: Readonly<Record<string, RoleSettings>>,
  personName: string,
): string | null {
  const roles = new Roles(settings)
  const { name } = roles.of(id)
  const deceit = [id, name].map((text) => deceitOf(text, personName, id === 'lead'))
  const deceives = deceit.find((found) => found !== null)
  if (deceives) return `${deceives.short}: give it another id or name`
  const other = roles.all().find((one) => one.id !== id && isSame(one.name, name))
  return other ? `the role ${other.id} is called "${name}" too` : null
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
