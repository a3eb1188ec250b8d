/** How a role's name and tint look in both themes. */
export interface RoleShades {
  readonly light: Shade
  readonly dark: Shade
}

interface Shade {
  readonly text: string
  readonly tint: string
}

interface Theme {
  /** Where a name can stand, as in tokens.css; its own tint comes on top. */
  readonly surfaces: readonly string[]
  readonly text: { readonly from: number; readonly step: number; readonly chroma: number }
  readonly tint: { readonly lightness: number; readonly chroma: number }
}

const LIGHT: Theme = {
  surfaces: ['#f2f4f9', '#f8f9fc', '#ffffff', '#ebeff4', '#e3edff', '#fff5e1'],
  text: { from: 0.6, step: -0.002, chroma: 0.15 },
  tint: { lightness: 0.945, chroma: 0.035 },
}
const DARK: Theme = {
  surfaces: ['#0d0f14', '#111418', '#171a1f', '#21252b', '#1f2229', '#1d2c48', '#2e2415'],
  text: { from: 0.7, step: 0.002, chroma: 0.125 },
  tint: { lightness: 0.3, chroma: 0.05 },
}
/** A little above what WCAG asks for, so that rounding to 8 bits cannot fall below it. */
const CONTRAST = 4.6
/** What has less colour than this is grey, and stays grey. */
const GREY = 0.03

const known = new Map<string, RoleShades>()

/**
 * Legible shades of a colour: its hue stays, its lightness goes as far as every surface needs it to. Something that
 * is no `#rrggbb` has no hue and becomes grey.
 */
export function roleShades(color: string): RoleShades {
  const key = color.toLowerCase()
  const before = known.get(key)
  if (before) return before
  const [, chroma, hue] = /^#[\da-f]{6}$/.test(key) ? oklchOf(key) : [0, 0, 0]
  const isGrey = chroma < GREY
  const shades = {
    light: shadeOf(hue, isGrey ? chroma : null, LIGHT),
    dark: shadeOf(hue, isGrey ? chroma : null, DARK),
  }
  known.set(key, shades)
  return shades
}

function shadeOf(hue: number, chroma: number | null, theme: Theme): Shade {
  const tint = inGamut(theme.tint.lightness, chroma ?? theme.tint.chroma, hue)
  const surfaces = [...theme.surfaces, tint]
  let text = ''
  for (let light = theme.text.from; light > 0 && light < 1; light += theme.text.step) {
    text = inGamut(light, chroma ?? theme.text.chroma, hue)
    if (surfaces.every((surface) => contrast(text, surface) >= CONTRAST)) break
  }
  return { text, tint }
}

/** The colour with as much of the chroma as a screen can show. */
function inGamut(lightness: number, chroma: number, hue: number): string {
  for (let c = chroma; c > 0; c -= 0.001) {
    const rgb = linearOf(lightness, c, hue)
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005)) return hexOf(rgb)
  }
  return hexOf(linearOf(lightness, 0, hue))
}

type Three = readonly [number, number, number]

/** Björn Ottosson's OKLab, in polar coordinates. */
export function oklchOf(hex: string): Three {
  const [r, g, b] = rgbOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(a, bb),
    ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360,
  ]
}

function linearOf(lightness: number, chroma: number, hue: number): Three {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function rgbOf(hex: string): Three {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function hexOf(linear: Three): string {
  const parts = linear.map((part) => {
    const value = Math.min(1, Math.max(0, part))
    const shown = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** WCAG's contrast ratio. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = rgbOf(hex)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}
