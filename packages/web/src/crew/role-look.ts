import { roleOf } from '@crewroom/shared/model/role'
import type { CSSProperties } from 'react'
import { roleShades } from './role-shades'

/** Roles that have colours of their own in tokens.css, with the hue that stands for them elsewhere. */
const HUES: Readonly<Record<string, string>> = {
  lead: '#8F5F02',
  architect: '#675CBF',
  developer: '#036BB9',
  'code-reviewer': '#037579',
  'critical-reviewer': '#B54152',
  'qa-tester': '#037936',
  designer: '#A5458A',
  'technical-writer': '#6C6C01',
  'product-manager': '#B04907',
  researcher: '#00738D',
  secretary: '#8D4DA8',
  generalist: '#017863',
}

const roleByHue = new Map(Object.entries(HUES).map(([role, hue]) => [hue, role]))

/** The role whose colours this role wears; an unknown one gets the shades of the hue that shared picks for it. */
export function roleColor(roleId: string): string {
  if (roleId === 'human' || Object.hasOwn(HUES, roleId)) return roleId
  return roleByHue.get(roleOf(roleId).color) ?? 'generalist'
}

export function roleClass(roleId: string): string {
  return `role-${roleColor(roleId)}`
}

interface RoleLook {
  readonly className: string
  readonly style?: CSSProperties
}

const looks = new Map<string, RoleLook>()

/** How a role looks when its agent's record says a colour: one that tokens.css does not have gets shades of its own. */
export function roleLook(roleId: string, color: string | undefined): RoleLook {
  const key = color?.toUpperCase()
  if (key === undefined || roleByHue.has(key)) {
    const role = key === undefined ? undefined : roleByHue.get(key)
    return { className: `role-${role ?? roleColor(roleId)}` }
  }
  const before = looks.get(key)
  if (before) return before
  const { light, dark } = roleShades(key)
  const style = { '--cl': light.text, '--tl': light.tint, '--cd': dark.text, '--td': dark.tint }
  const look = { className: 'role-own', style: style as CSSProperties }
  looks.set(key, look)
  return look
}

/** The same for an element with other classes. */
export function inRole(classes: string, roleId: string, color: string | undefined): RoleLook {
  const { className, ...rest } = roleLook(roleId, color)
  return { className: `${classes} ${className}`, ...rest }
}

const INITIALS: Readonly<Record<string, string>> = {
  developer: 'Dv',
  'critical-reviewer': 'Ct',
  'qa-tester': 'QA',
}

/** Two letters that tell roles apart: `PL`, `Dv`, `CR`. */
export function roleInitials(roleId: string, roleName: string): string {
  const fixed = Object.hasOwn(INITIALS, roleId) ? INITIALS[roleId] : undefined
  if (fixed !== undefined) return fixed
  const [first = '', second] = roleName.split(/[\s-]+/).filter(Boolean)
  const letters = second === undefined ? firstOf(first, 2) : firstOf(first, 1) + firstOf(second, 1)
  return letters || '?'
}

interface Named {
  readonly label: string
  readonly role: string
  readonly roleName: string
}

/** Two letters of the name where an agent has one of its own, otherwise of its role: `Ka`, `A2`, `Dv`. */
export function initialsOf({ label, role, roleName }: Named): string {
  if (label === roleName) return roleInitials(role, roleName)
  const [first = '', second] = label.split(/[\s_-]+/).filter(Boolean)
  // A sign is as wide as two letters.
  if (!/^[\p{L}\p{N}]/u.test(first)) return firstOf(first, 1) || roleInitials(role, roleName)
  if (second !== undefined) return firstOf(first, 1) + firstOf(second, 1)
  return firstOf(first, 1).toLocaleUpperCase() + firstOf(first, 2).slice(firstOf(first, 1).length)
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letters of a text as a reader counts them; names may begin with anything, an emoji too. */
export function firstOf(text: string, count: number): string {
  let found = ''
  let left = count
  for (const { segment } of characters.segment(text)) {
    if (left-- === 0) break
    found += segment
  }
  return found
}
