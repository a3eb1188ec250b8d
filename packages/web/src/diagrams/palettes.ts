/** Colours that tell parts apart, such as those of a pie, and the colours of the words on them. */
const SHADES = {
  light: {
    words: '#ffffff',
    shades: [
      '#036bb9',
      '#037936',
      '#8f5f02',
      '#675cbf',
      '#b54152',
      '#037579',
      '#a5458a',
      '#b04907',
    ],
  },
  dark: {
    words: '#0d0f14',
    shades: [
      '#5da3e9',
      '#60b474',
      '#cb9238',
      '#9792e9',
      '#e17c85',
      '#00b4bb',
      '#d27eb7',
      '#de845a',
    ],
  },
}

/** Colours of `ui/tokens.css`, by the names that mermaid has for its own: a sandbox reads no sheet of the page. */
const PALETTES = {
  light: {
    background: '#ffffff',
    primaryColor: '#e3edff',
    primaryBorderColor: '#2162e1',
    primaryTextColor: '#151a22',
    secondaryColor: '#f2f4f9',
    secondaryBorderColor: '#808693',
    secondaryTextColor: '#151a22',
    tertiaryColor: '#f8f9fc',
    tertiaryBorderColor: '#808693',
    tertiaryTextColor: '#151a22',
    lineColor: '#5c626e',
    textColor: '#151a22',
    edgeLabelBackground: '#ffffff',
    noteBkgColor: '#fff5e1',
    noteBorderColor: '#895603',
    noteTextColor: '#151a22',
    pieStrokeColor: '#ffffff',
    pieOuterStrokeColor: '#ffffff',
    commitLabelColor: '#151a22',
    commitLabelBackground: '#f2f4f9',
  },
  dark: {
    background: '#171a1f',
    primaryColor: '#1d2c48',
    primaryBorderColor: '#90b7ff',
    primaryTextColor: '#ebedf1',
    secondaryColor: '#21252b',
    secondaryBorderColor: '#6e7581',
    secondaryTextColor: '#ebedf1',
    tertiaryColor: '#111418',
    tertiaryBorderColor: '#6e7581',
    tertiaryTextColor: '#ebedf1',
    lineColor: '#979da7',
    textColor: '#ebedf1',
    edgeLabelBackground: '#171a1f',
    noteBkgColor: '#2e2415',
    noteBorderColor: '#f0bf61',
    noteTextColor: '#ebedf1',
    pieStrokeColor: '#171a1f',
    pieOuterStrokeColor: '#171a1f',
    commitLabelColor: '#ebedf1',
    commitLabelBackground: '#21252b',
  },
} as const

export function paletteOf(theme: 'light' | 'dark'): Readonly<Record<string, string>> {
  const { shades, words } = SHADES[theme]
  const numbered = Array.from({ length: 12 }, (_, at) => {
    const shade = shades[at % shades.length] ?? words
    return [
      [`pie${at + 1}`, shade],
      [`git${at}`, shade],
      [`gitBranchLabel${at}`, words],
      [`cScale${at}`, shade],
      [`cScaleLabel${at}`, words],
    ]
  })
  return {
    ...PALETTES[theme],
    pieSectionTextColor: words,
    pieOpacity: '1',
    ...Object.fromEntries(numbered.flat()),
  }
}
