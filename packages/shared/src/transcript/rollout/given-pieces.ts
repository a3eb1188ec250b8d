import type { DeliveryKind } from '../../model/delivery'
import { givenLines } from '../../text/given-lines'
import type { Delivered } from '../messages'
import type { GivenItem, RecordEntry } from './record-entry'

/** A thing that an agent was handed. */
export interface GivenPiece {
  readonly delivered: Delivered
  /** As it was in its input. */
  readonly text: string
  /** Whether it answers a command; null where only its words can tell. */
  readonly isReply: boolean | null
}

/** Where a further thing begins: every line of one that others have written is indented, except its first. */
const BEGINS = /^\[(?:System\]|Group "|Task from |Message from |Broadcast from |PRIORITY — )/gm
/** Before what the server itself says. */
const SYSTEM = '[System] '
/** Says the numbers of the messages above it. */
const ABOVE = '[System] Above: '
/** Behind an interrupt that cancelled a turn. */
const CUT_OFF = '[System] This interrupt cancelled '

const KINDS: Readonly<Record<DeliveryKind, Delivered['kind']>> = {
  group: 'group',
  round: 'message',
  direct: 'message',
  broadcast: 'broadcast',
  interrupt: 'interrupt',
  task: 'task',
  reply: 'reply',
  report: 'other',
  history: 'other',
  system: 'other',
}

/** What a prompt handed over, thing by thing. */
export function givenPieces(entry: RecordEntry): readonly GivenPiece[] {
  const known = new Map<string, GivenItem[]>()
  for (const item of entry.items ?? []) {
    const text = item.text.trimEnd()
    known.set(text, [...(known.get(text) ?? []), item])
  }
  return textsOf(entry.text ?? '')
    .filter((text) => !text.startsWith(ABOVE))
    .map((text) => pieceOf(text, known.get(text)?.shift()))
}

/** The turn before was cancelled by an interrupt. */
export function cancelsTurn(pieces: readonly GivenPiece[]): boolean {
  return pieces.some(({ text }) => text.startsWith(CUT_OFF))
}

function textsOf(text: string): readonly string[] {
  const begins = [...text.matchAll(BEGINS)].map(({ index }) => index)
  const from = begins[0] === 0 ? begins : [0, ...begins]
  return from
    .map((begin, index) => text.slice(begin, from[index + 1]).trimEnd())
    .filter((piece) => piece.trim() !== '')
}

function pieceOf(text: string, item: GivenItem | undefined): GivenPiece {
  const [line] = givenLines(text)
  const isFirst = line?.at === 0
  // The server's own word in a group names nobody.
  const notice = /^\[Group "([^"\n]+)" — [^\n]*?\]: /.exec(text)
  const own = text.startsWith(SYSTEM) ? SYSTEM : ''
  const words = text.slice((isFirst ? line.raw : (notice?.[0] ?? own)).length)
  const kind = item ? KINDS[item.kind] : isFirst ? line.what : notice ? 'group' : 'other'
  return {
    text,
    isReply: item ? item.kind === 'reply' : isFirst || notice ? false : null,
    delivered: {
      kind,
      groupName: item?.groupName ?? (isFirst ? line.group : (notice?.[1] ?? null)),
      fromId: isFirst ? line.fromId : null,
      messageId: item?.messageId ?? null,
      // The lines of others' words are indented, so that they forge nothing.
      text: isFirst || notice ? words.replaceAll('\n  ', '\n') : words,
    },
  }
}
