// The script of the sandbox in which diagrams are drawn (packages/server/src/api/diagram-frame.ts). It knows nothing of
// the page: no token, no storage, no way to any address.
import mermaid from 'mermaid'
import { type DiagramAnswer, type DiagramQuestion, FRAME_READY } from './frame-messages'
import { paletteOf } from './palettes'

/** What a diagram may not change about itself: its colours fit the page, and its labels are text that an `img` shows. */
const OURS = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'dompurifyConfig',
  'logLevel',
  'htmlLabels',
  'legacyMathML',
  'forceLegacyMathML',
  'theme',
  'themeVariables',
  'themeCSS',
  'darkMode',
  'fontFamily',
  'altFontFamily',
  'fontSize',
]
const FONT = 'system-ui, sans-serif'

/** Pictures that a diagram names are loaded from nowhere: each has a place, and stays empty. */
class EmptyPicture {
  src = ''
  readonly naturalWidth = 60
  readonly naturalHeight = 60
  readonly decode = () => Promise.resolve()
}
Object.assign(globalThis, { Image: EmptyPicture })

function answer(message: DiagramAnswer): void {
  // The sandbox has no origin and cannot ask for that of the page: by its policy only ours may contain it.
  parent.postMessage(message, '*')
}

async function draw({ text, isDark }: DiagramQuestion): Promise<DiagramAnswer> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: OURS,
    suppressErrorRendering: true,
    logLevel: 'fatal',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    journey: { textPlacement: 'tspan' },
    theme: 'base',
    darkMode: isDark,
    fontFamily: FONT,
    themeVariables: { darkMode: isDark, fontFamily: FONT, ...paletteOf(isDark ? 'dark' : 'light') },
  })
  try {
    const { svg } = await mermaid.render('diagram', text)
    return { svg: asPicture(svg) }
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return { reason: line }
  }
}

/**
 * As XML, and with a size of its own: an `img` knows no other that it could take. It follows no address either, so that
 * there are none in it.
 */
function asPicture(svg: string): string {
  const template = document.createElement('template')
  template.innerHTML = svg
  const drawing = template.content.querySelector('svg')
  if (!drawing) throw new Error('Nothing was drawn.')
  const [, , width, height] = (drawing.getAttribute('viewBox') ?? '').split(/[ ,]+/)
  if (width && height) {
    drawing.setAttribute('width', width)
    drawing.setAttribute('height', height)
  }
  drawing.style.maxWidth = ''
  for (const named of drawing.querySelectorAll('*')) {
    for (const name of named.getAttributeNames()) {
      const isFollowed = /(^|:)href$/.test(name) && !named.getAttribute(name)?.startsWith('#')
      if (isFollowed) named.removeAttribute(name)
    }
  }
  // Shapes of mind maps place their words as those of flow charts, whose style centres them.
  for (const label of drawing.querySelectorAll(
    '.mindmap-node > .label[transform^="translate(0,"]',
  )) {
    label.setAttribute('text-anchor', 'middle')
  }
  return new XMLSerializer().serializeToString(drawing)
}

addEventListener('message', ({ source, data }: MessageEvent<DiagramQuestion>) => {
  if (source !== parent) return
  void draw(data).then(answer)
})
answer(FRAME_READY)
