import type { RpcFrame } from '@crewroom/shared/protocol/routes/rpc-frames'

/** The frames that are known, and the number of the newest. */
export interface Frames {
  readonly frames: readonly RpcFrame[]
  readonly asOf: number
}

/** As many as the server keeps. */
const MOST = 200

export const NO_FRAMES: Frames = { frames: [], asOf: 0 }

/** What is there after an answer that began at `before.asOf`. A server that was restarted counts from the beginning, and is asked for all. */
export function withNewer(before: Frames, answer: Frames): Frames {
  if (answer.asOf < before.asOf) return NO_FRAMES
  if (answer.frames.length === 0) return before
  const known = before.frames.at(-1)?.n ?? 0
  const newer = answer.frames.filter(({ n }) => n > known)
  return { frames: [...before.frames, ...newer].slice(-MOST), asOf: answer.asOf }
}

/** What a frame is called, whichever way it went. */
export const DIRECTIONS = {
  in: 'request',
  out: 'response',
  notification: 'notification',
} as const

/** The outcome of a request, in a word. */
export function outcomeOf({ ok, code }: Pick<RpcFrame, 'ok' | 'code'>): string {
  if (ok === null) return ''
  return ok ? 'ok' : `error ${code ?? ''}`.trim()
}

/** A frame over several lines, to read or to copy; one that was cut is left as it is. */
export function prettyFrame({ frame }: Pick<RpcFrame, 'frame'>): string {
  try {
    return JSON.stringify(JSON.parse(frame), null, 2)
  } catch {
    // Only its beginning is kept, or it never was JSON.
    return frame
  }
}
