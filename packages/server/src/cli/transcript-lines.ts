import { relayedLine } from '@crewroom/shared/text/relay'
import type { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type {
  AIItemView,
  TranscriptItemView,
  TranscriptSession,
  UserItemView,
} from '@crewroom/shared/transcript/views'
import { localTime } from '../local-time'
import type { Ink } from '../terminal-colors'
import { count, duration, moment, plain, short, totalsLine } from './transcript-words'

const PAGE = 200
/** The time and who it is, before each line. */
const MARGIN = '                  '
const NARROWEST = 60

/** A transcript for a terminal: what it is, a line or two for each item, what it came to. */
export function* transcriptLines(book: TranscriptOf, ink: Ink, columns: number): Iterable<string> {
  const lines = new ItemLines(ink, Math.max(columns, NARROWEST))
  const { session, ...came } = book.page({ limit: 1 })
  yield* about(session, ink)
  for (const item of itemsOf(book)) yield* lines.of(item)
  yield `\n${ink.bold(totalsLine(came))}\n`
}

function* about(session: TranscriptSession, ink: Ink): Iterable<string> {
  const { title, model, branch, cwd, startedAt, updatedAt, ongoing } = session
  yield `${ink.bold(oneLine(title, 200) || 'Without a title')}\n`
  const known = [model?.name, branch, cwd].flatMap((part) => part ?? [])
  if (known.length > 0) yield `${ink.dim(known.map((part) => oneLine(part, 200)).join(' · '))}\n`
  if (startedAt !== null && updatedAt !== null) {
    const end = ongoing ? `${moment(updatedAt)}, not finished` : moment(updatedAt)
    yield `${ink.dim(`${moment(startedAt)} – ${end}`)}\n`
  }
  yield '\n'
}

/** Oldest first. */
function itemsOf(book: TranscriptOf): TranscriptItemView[] {
  const pages: (readonly TranscriptItemView[])[] = []
  let page = book.page({ limit: PAGE })
  pages.push(page.items)
  for (let [first] = page.items; page.hasBefore && first; [first] = page.items) {
    page = book.page({ before: first.id, limit: PAGE })
    pages.push(page.items)
  }
  return pages.toReversed().flat()
}

class ItemLines {
  readonly #ink: Ink
  readonly #room: number

  constructor(ink: Ink, columns: number) {
    this.#ink = ink
    this.#room = columns - MARGIN.length
  }

  *of(item: TranscriptItemView): Iterable<string> {
    switch (item.type) {
      case 'user':
        yield this.#line(item.timestamp, 'You', this.#ink.bold(this.#short(personsWords(item))))
        return
      case 'system':
        yield this.#line(item.timestamp, 'System', this.#ink.dim(this.#short(item.output.text)))
        return
      case 'compact': {
        const { tokenDelta: delta } = item
        const from = delta
          ? `: ${short(delta.preCompactionTokens)} → ${short(delta.postCompactionTokens)} tokens`
          : ''
        yield this.#line(item.timestamp, '──', this.#ink.dim(`context compacted${from}`))
        return
      }
      case 'ai':
        yield* this.#answer(item)
        return
      default:
        item satisfies never
    }
  }

  *#answer(item: AIItemView): Iterable<string> {
    const { itemsSummary, mainModel, summary, durationMs, errorIds, status, lastOutput } = item
    const { totalTokens } = summary
    const about = [
      itemsSummary,
      mainModel && oneLine(mainModel.label, 40),
      totalTokens > 0 && `${short(totalTokens)} tokens`,
      duration(durationMs),
    ].filter((part) => part !== null && part !== false)
    const failed = errorIds.length > 0 ? this.#ink.red(` · ${errorIds.length} failed`) : ''
    yield this.#line(item.startTime, 'Agent', `${this.#ink.dim(about.join(' · '))}${failed}`)
    const last = lastWords(lastOutput)
    if (last !== '') {
      const text = this.#short(last)
      const isBad = lastOutput?.isError === true || status === 'interrupted' || status === 'error'
      yield `${MARGIN}${isBad ? this.#ink.red(text) : text}\n`
    }
  }

  #line(at: string, who: string, text: string): string {
    return `${this.#ink.dim(localTime(at))}  ${who.padEnd(6)}  ${text}\n`
  }

  #short(text: string): string {
    return oneLine(text, this.#room)
  }
}

/** Commands are apart from the text; images are only counted. */
function personsWords({ commands, text, images }: UserItemView): string {
  const pictures = images.length === 0 ? '' : `[${count(images.length, 'image')}]`
  return [...commands.map(({ raw }) => raw), text.text, pictures]
    .filter((part) => part !== '')
    .join(' ')
}

function lastWords(last: AIItemView['lastOutput']): string {
  if (last === null) return ''
  switch (last.type) {
    case 'text':
      return last.text ?? ''
    case 'tool_result':
      return `${last.toolName ?? 'tool'}: ${last.toolResult ?? ''}`
    case 'interruption':
      return last.interruptionMessage ?? 'interrupted'
    case 'ongoing':
      return 'still working'
    case 'plan_exit':
      return `plan: ${last.planContent ?? ''}`
    default:
      return last.type satisfies never
  }
}

function oneLine(text: string, room: number): string {
  return relayedLine(plain(text).replace(/\s+/g, ' ').trim(), room)
}
