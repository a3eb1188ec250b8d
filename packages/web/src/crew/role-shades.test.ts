import { readFileSync } from 'node:fs'
import { ROLES, roleOf } from '@crewroom/shared/model/role'
import { expect, test } from 'vitest'
import { contrast, oklchOf, roleShades } from './role-shades'

const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8').toLowerCase()
const [light = '', dark = ''] = css.split('[data-theme=')
const token = (theme: string, name: string) => new RegExp(`--${name}: *(#\\w+);`).exec(theme)?.[1]

const SURFACES = ['app', 'sunken', 'surface', 'raised', 'hover', 'selected', 'you-tint']
const ODD = ['#000000', '#ffffff', '#808080', '#ffff00', '#ff00ff', '#00ff00', '#0000ff', 'red', '']

test('UI70 any colour of a role becomes legible on every surface of both themes', () => {
  const spread = Array.from({ length: 120 }, (_, at) => {
    const value = ((at * 2_654_435_761) % 0x1000000) >>> 0
    return `#${value.toString(16).padStart(6, '0')}`
  })
  for (const color of [...ODD, ...spread]) {
    const shades = roleShades(color)
    for (const [theme, shade] of [
      [light, shades.light],
      [dark, shades.dark],
    ] as const) {
      const surfaces = [...SURFACES.map((name) => token(theme, name) ?? ''), shade.tint]
      const worst = Math.min(...surfaces.map((surface) => contrast(shade.text, surface)))
      expect(worst, `${color} as ${shade.text}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('UI70 the colours of the registry come out as those of tokens.css, with their hue', () => {
  const far = (one: string, other: string) => {
    const [l1, c1, h1] = oklchOf(one)
    const [l2, c2, h2] = oklchOf(other)
    const turn = (degrees: number) => (degrees * Math.PI) / 180
    return Math.hypot(
      l1 - l2,
      c1 * Math.cos(turn(h1)) - c2 * Math.cos(turn(h2)),
      c1 * Math.sin(turn(h1)) - c2 * Math.sin(turn(h2)),
    )
  }
  for (const id of [...ROLES.map((role) => role.id), 'researcher', 'secretary', 'generalist']) {
    const fixed = token(light, `r-${id}`) ?? ''
    const shades = roleShades(fixed)
    expect(far(shades.light.text, fixed), `${id} ${shades.light.text}`).toBeLessThan(0.03)
    expect(far(shades.light.tint, token(light, `rt-${id}`) ?? '')).toBeLessThan(0.03)
    expect(far(shades.dark.text, token(dark, `r-${id}`) ?? '')).toBeLessThan(0.03)
    expect(far(shades.dark.tint, token(dark, `rt-${id}`) ?? '')).toBeLessThan(0.03)
  }
  const { color } = roleOf('developer')
  expect(Math.abs(oklchOf(roleShades(color).dark.text)[2] - oklchOf(color)[2])).toBeLessThan(3)
})
