import { type DiagramQuestion, FRAME_ADDRESS } from './frame-messages'

const LOAD_MS = 30_000
const DRAW_MS = 10_000
/** Longer than any diagram of a text that is drawn. */
const MOST_ANSWERED = 2_000_000
const MOST_REASON = 200
const MOST_KEPT = 20

const TOO_LONG = `This diagram was not drawn within ${DRAW_MS / 1_000} seconds: a smaller one may be.`
const NOT_LOADED =
  'What draws diagrams did not load. Check that the server runs; then press Hide, and Draw again.'
const TOO_LARGE = 'The picture of this diagram is too large to be shown.'
const NOTHING = 'Nothing came of drawing this diagram.'

/** Pictures that were drawn, the newest last: rows come and go while one scrolls. */
const kept = new Map<string, string>()
let before: Promise<unknown> = Promise.resolve()

const keyOf = ({ text, isDark }: DiagramQuestion) => `${isDark ? 'dark' : 'light'} ${text}`

/** The picture, where it was drawn before. */
export const drawnBefore = (question: DiagramQuestion): string | undefined =>
  kept.get(keyOf(question))

/** The picture of a diagram, as SVG; throws a sentence that says why there is none. One is drawn after the other. */
export function drawDiagram(question: DiagramQuestion, signal: AbortSignal): Promise<string> {
  const drawn = before.then(() => drawnBefore(question) ?? drawnInSandbox(question, signal))
  before = drawn.then(
    (svg) => keep(keyOf(question), svg),
    () => {},
  )
  return drawn
}

function keep(key: string, svg: string): void {
  kept.delete(key)
  kept.set(key, svg)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

/**
 * Draws in a frame without an origin, which is gone with its answer: mermaid runs where it finds nothing of the page and
 * reaches no address. Its answer is a text that an `img` shows.
 */
function drawnInSandbox(question: DiagramQuestion, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const frame = document.createElement('iframe')
    let timer = 0
    let isReady = false
    const end = () => {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
      frame.remove()
    }
    const fail = (sentence: string) => {
      end()
      reject(new Error(sentence))
    }
    const within = (ms: number, sentence: string) => {
      clearTimeout(timer)
      timer = window.setTimeout(() => fail(sentence), ms)
    }
    const onAbort = () => fail(NOTHING)
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.contentWindow) return
      if (!isReady) {
        isReady = true
        within(DRAW_MS, TOO_LONG)
        // It has no origin that could be named.
        frame.contentWindow?.postMessage(question, '*')
        return
      }
      try {
        const svg = svgOf(data)
        end()
        resolve(svg)
      } catch (error) {
        fail((error as Error).message)
      }
    }
    addEventListener('message', onMessage)
    signal.addEventListener('abort', onAbort)
    within(LOAD_MS, NOT_LOADED)
    frame.addEventListener('load', () => within(DRAW_MS, isReady ? TOO_LONG : NOT_LOADED))
    frame.sandbox.add('allow-scripts')
    frame.className = 'diagram-frame'
    frame.title = 'Draws a diagram'
    frame.tabIndex = -1
    frame.ariaHidden = 'true'
    frame.src = FRAME_ADDRESS
    document.body.append(frame)
  })
}

/** What the sandbox says is believed no further than this: a text of a known form and size. */
function svgOf(data: unknown): string {
  const answer = (typeof data === 'object' && data !== null ? data : {}) as Partial<
    Record<'svg' | 'reason', unknown>
  >
  if (typeof answer.reason === 'string') {
    const reason = answer.reason.trim().slice(0, MOST_REASON).replace(/[.:]$/, '')
    throw new Error(reason === '' ? NOTHING : `This diagram cannot be drawn: ${reason}.`)
  }
  if (typeof answer.svg !== 'string' || !answer.svg.startsWith('<svg')) throw new Error(NOTHING)
  if (answer.svg.length > MOST_ANSWERED) throw new Error(TOO_LARGE)
  return answer.svg
}
