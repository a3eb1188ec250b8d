import { closeSync, readSync } from 'node:fs'
import type { ModelInfo } from '@crewroom/shared/transcript/groups'
import { LineReader } from '@crewroom/shared/transcript/line-reader'
import { modelInfo } from '@crewroom/shared/transcript/models'
import { OngoingTracker } from '@crewroom/shared/transcript/ongoing'
import { parseRecord } from '@crewroom/shared/transcript/parse-record'
import { SessionFacts } from '@crewroom/shared/transcript/session-facts'
import type { SecretMask } from '../journal/ports/mask-port'
import type { Open } from '../open-below'

/** What the beginning and the end of a session's file show; null: they do not. */
export interface Glance {
  readonly title: string | null
  readonly model: ModelInfo | null
  readonly branch: string | null
  readonly ongoing: boolean | null
}

const LOOK_BYTES = 64 * 1024
const NO_TIME = '1970-01-01T00:00:00.000Z'

/** A session's file, looked at as a whole one would be; null when it cannot be read (any more). */
export function glanceAt(open: Open, file: string, mask: SecretMask): Glance | null {
  try {
    const { fd, stats } = open(file)
    try {
      const parts = [part(fd, 0, Math.min(LOOK_BYTES, stats.size))]
      const from = Math.max(LOOK_BYTES, stats.size - LOOK_BYTES)
      if (from < stats.size) {
        const tail = part(fd, from, stats.size - from)
        // It begins in the middle of a record, or right behind one.
        parts.push(from === LOOK_BYTES ? tail : tail.slice(tail.indexOf('\n')))
      }
      return told(parts, mask)
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

function told(parts: readonly string[], mask: SecretMask): Glance {
  const facts = new SessionFacts()
  const tracker = new OngoingTracker()
  const lines = new LineReader()
  let time = NO_TIME
  let number = 0
  let said = 0
  for (const text of parts) {
    lines.push(text, (record) => {
      number += 1
      facts.record(record)
      const message = parseRecord(record, time, number)
      if (message === null || message === 'unknown') return
      time = message.timestamp
      facts.add(message, !message.isSidechain)
      if (message.isSidechain) return
      said += 1
      tracker.add(message)
    })
  }
  const { title, model, branch } = facts
  return {
    title: title === '' ? null : mask.mask(wholeWords(title)),
    model: model === null ? null : modelInfo(model),
    branch: branch === null ? null : mask.mask(branch),
    // It may have been decided by records that are larger than what was looked at.
    ongoing: said === 0 ? null : tracker.ongoing,
  }
}

/** Half a word could be half a secret, which no mask knows. */
function wholeWords(title: string): string {
  return title.replace(/\S*…$/, '…')
}

function part(fd: number, from: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes)
  return buffer.toString('utf8', 0, readSync(fd, buffer, 0, bytes, from))
}
