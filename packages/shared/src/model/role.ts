import { fnv1a } from './fnv1a'

/** A role: what an agent is for. `color` is the registry hue as #rrggbb; the page derives legible shades from it. */
export interface Role {
  readonly id: string
  readonly name: string
  readonly color: string
}

export const ROLES = [
  { id: 'lead', name: 'Project Lead', color: '#8F5F02' },
  { id: 'architect', name: 'Architect', color: '#675CBF' },
  { id: 'developer', name: 'Developer', color: '#036BB9' },
  { id: 'code-reviewer', name: 'Code Reviewer', color: '#037579' },
  { id: 'critical-reviewer', name: 'Critical Reviewer', color: '#B54152' },
  { id: 'qa-tester', name: 'QA Tester', color: '#037936' },
  { id: 'technical-writer', name: 'Technical Writer', color: '#6C6C01' },
  { id: 'designer', name: 'Designer', color: '#A5458A' },
  { id: 'product-manager', name: 'Product Manager', color: '#B04907' },
] as const satisfies readonly Role[]

/** The id of a role that the product has instructions for. */
export type KnownRole = (typeof ROLES)[number]['id']

/** Colours for roles that are not in the registry, picked by a hash of the id so that they never change. */
const SPARE_COLORS: readonly string[] = [
  '#00738D',
  '#8D4DA8',
  '#017863',
  '#8F5F02',
  '#675CBF',
  '#036BB9',
  '#037579',
  '#B54152',
  '#037936',
  '#A5458A',
  '#6C6C01',
  '#B04907',
]

const byId = new Map<string, Role>(ROLES.map((role) => [role.id, role]))

/** The role with this id; an unknown kebab-case id gets a title-cased name and a stable colour. */
export function roleOf(id: string): Role {
  const known = byId.get(id)
  if (known) return known
  const name = id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return { id, name, color: SPARE_COLORS[fnv1a(id) % SPARE_COLORS.length] ?? '#00738D' }
}
