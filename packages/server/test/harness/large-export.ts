import { createHash } from 'node:crypto'
import { type Line, linesOf } from './export-text'

/** How many messages a crew's file has more, and how long each is. */
export interface Enlarged {
  readonly messages: number
  readonly units: number
}

const newId = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const newText = (n: number, units: number) => `line ${n} `.padEnd(units, 'lorem ipsum ')

/** The file of a group with many more messages than it has, in the same way. */
export function* enlargedGroup(text: string, { messages, units }: Enlarged): Iterable<string> {
  const [header, ...lines] = linesOf(text).slice(0, -1)
  const newest = lines.findLast((line) => 'message' in line)?.['message'] as Line | undefined
  if (!header || !newest) throw new Error('a file without a message')
  const hash = createHash('sha256')
  const line = (value: unknown) => {
    const written = `${JSON.stringify(value)}\n`
    hash.update(written)
    return written
  }
  const there = header['messages'] as number
  yield line({ ...header, messages: there + messages })
  for (const one of lines) yield line(one)
  for (let n = 1; n <= messages; n++) {
    yield line({ message: { ...newest, id: newId(n), n: there + n, content: newText(n, units) } })
  }
  yield `${JSON.stringify({ end: true, lines: lines.length + messages, sha256: hash.digest('hex') })}\n`
}

/** The file of a crew with many more messages than it has, as a server would write it: copies of its newest one, line by line. */
export function* enlarged(text: string, { messages, units }: Enlarged): Iterable<string> {
  const lines = linesOf(text).slice(0, -1)
  const [header, ...facts] = lines
  const newest = facts.findLast(({ type }) => type === 'group:message')
  if (!header || !newest) throw new Error('a file without a message')
  const hash = createHash('sha256')
  const line = (value: unknown) => {
    const written = `${JSON.stringify(value)}\n`
    hash.update(written)
    return written
  }
  const { seq, messages: there } = header as { seq: number; messages: number }
  yield line({ ...header, seq: seq + messages, messages: there + messages })
  for (const fact of facts) yield line(fact)
  const { message, groupName } = newest['data'] as { message: Line; groupName: string }
  for (let n = 1; n <= messages; n++) {
    yield line({
      ...newest,
      seq: seq + n,
      data: {
        groupName,
        message: {
          ...message,
          id: newId(n),
          seq: seq + n,
          n: (message['n'] as number) + n,
          content: newText(n, units),
        },
      },
    })
  }
  yield `${JSON.stringify({ end: true, lines: facts.length + messages, sha256: hash.digest('hex') })}\n`
}
