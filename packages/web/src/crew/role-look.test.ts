import { readFileSync } from 'node:fs'
import { ROLES, roleOf } from '@crewroom/shared/model/role'
import { expect, test } from 'vitest'
import { initialsOf, roleColor, roleInitials } from './role-look'

test('UI32 every role, known or not, wears colours that tokens.css has, always the same', () => {
  const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8').toLowerCase()
  // The light theme comes first.
  const tokenOf = (color: string) => new RegExp(`--r-${color}: *(#\\w+);`).exec(css)?.[1]
  const unknown = Array.from({ length: 300 }, (_, index) => `made-up-${index}`)
  for (const role of unknown) {
    expect(tokenOf(roleColor(role))).toBe(roleOf(role).color.toLowerCase())
  }
  const known = [...ROLES.map(({ id }) => id), 'researcher', 'secretary', 'generalist']
  expect(known.map(roleColor)).toEqual(known)
  expect(known.map(tokenOf)).not.toContain(undefined)
  expect(roleInitials('lead', 'Project Lead')).toBe('PL')
  expect(roleInitials('developer', 'Developer')).toBe('Dv')
  expect(roleInitials('zoologist', 'Zoologist')).toBe('Zo')
})

test('UI295 initials are of the name where an agent has one, as a reader counts letters', () => {
  const of = (label: string) => initialsOf({ label, role: 'developer', roleName: 'Developer' })
  expect(['Kay', 'kay', 'Ann 2', 'Anna Bell', 'Q'].map(of)).toEqual(['Ka', 'Ka', 'A2', 'AB', 'Q'])
  expect(['設計', 'ليلى', 'e\u0301tienne'].map(of)).toEqual(['設計', 'لي', 'E\u0301t'])
  expect(['☕ Barista', '👩🏽‍🚀', '👩🏽‍🚀👩🏽‍🚀'].map(of)).toEqual(['☕', '👩🏽‍🚀', '👩🏽‍🚀'])
  expect(of('Developer')).toBe('Dv')
})
