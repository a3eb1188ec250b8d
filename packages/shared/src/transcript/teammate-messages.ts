import { boundedName } from './bounded-name'
import { estimatedTokens } from './estimated-tokens'
import type { LinkedToolItem, TeammateMessage } from './groups'
import { textOf } from './message-text'
import type { ParsedMessage } from './messages'
import { shortened } from './view-texts'

const OPENING = '<teammate-message '
const CLOSING = '</teammate-message>'
const SUMMARY = 500

/** What teammates wrote: one for each block of a record, linked to the message that it answers. */
export function teammateMessagesOf(
  responses: readonly ParsedMessage[],
  tools: ReadonlyMap<string, LinkedToolItem>,
): readonly TeammateMessage[] {
  const found: TeammateMessage[] = []
  const sent = [...tools.values()].filter(({ name }) => name === 'SendMessage')
  for (const message of responses) {
    if (message.type !== 'user' || message.toolResults.length > 0) continue
    for (const [number, block] of blocksIn(textOf(message)).entries()) {
      const asked = answeredBy(block.teammateId, message.timestamp, sent)
      const summary = asked?.input['summary']
      found.push({
        id: `${message.uuid}-teammate-${number}`,
        ...block,
        timestamp: message.timestamp,
        tokenCount: estimatedTokens(block.content.length),
        ...(asked === undefined ? {} : { replyToToolId: asked.id }),
        ...(typeof summary === 'string' ? { replyToSummary: shortened(summary, SUMMARY) } : {}),
      })
    }
  }
  return found
}

type Block = Pick<TeammateMessage, 'teammateId' | 'color' | 'summary' | 'content'>

function blocksIn(text: string): readonly Block[] {
  const blocks: Block[] = []
  let behind = 0
  for (;;) {
    // A tag inside another one's text is a quotation.
    const start = text.indexOf(OPENING, behind)
    const end = start < 0 ? -1 : text.indexOf('>', start)
    if (end < 0) return blocks
    const closing = text.indexOf(CLOSING, end)
    behind = closing === -1 ? text.length : closing
    const words = attributesIn(text.slice(start + OPENING.length, end))
    const teammateId = words.get('teammate_id')
    if (teammateId === undefined) continue
    const color = words.get('color')
    const summary = words.get('summary')
    blocks.push({
      teammateId: boundedName(teammateId),
      ...(color === undefined ? {} : { color: boundedName(color) }),
      ...(summary === undefined ? {} : { summary: shortened(summary, SUMMARY) }),
      content: text.slice(end + 1, behind).trim(),
    })
  }
}

function attributesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

/** The last earlier message to this teammate or to everybody. */
function answeredBy(
  teammateId: string,
  at: string,
  sent: readonly LinkedToolItem[],
): LinkedToolItem | undefined {
  return sent.findLast(({ input, startTime }) => {
    if (startTime >= at) return false
    return (
      input['type'] === 'broadcast' ||
      (input['type'] === 'message' && input['recipient'] === teammateId)
    )
  })
}
