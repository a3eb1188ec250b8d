import { createStore } from 'zustand/vanilla'
import type { ConnectionState } from '@crewroom/shared/client/reconnecting-socket'

export interface Connection {
  readonly state: ConnectionState
  /** When the connection was last lost and is not back, in local ms. */
  readonly lostAt: number | null
  /** Server time of the last sign of life. */
  readonly goodUntil: string | null
  /** Whether this page was ever connected. */
  readonly wasLive: boolean
  /** The version of the server that this page was made for, and whether another one answers now. */
  readonly version: string | null
  readonly isOutdated: boolean
  /** For a moment after an interruption that was long enough to be mentioned. */
  readonly isBack: boolean
}

/** Shorter interruptions are not worth a word. */
export const BLIP_MS = 1_500
const WELCOME_BACK_MS = 2_000

export const connection = createStore<Connection>(() => ({
  state: { phase: 'stopped' },
  lostAt: null,
  goodUntil: null,
  wasLive: false,
  version: null,
  isOutdated: false,
  isBack: false,
}))

/** A server that was updated has a page that was updated with it. */
export function serverVersion(version: string): void {
  const { version: before } = connection.getState()
  connection.setState({
    version: before ?? version,
    isOutdated: before !== null && before !== version,
  })
}

export function connectionChanged(state: ConnectionState): void {
  const { lostAt, wasLive } = connection.getState()
  if (state.phase !== 'live') {
    const lost = lostAt ?? (wasLive ? Date.now() : null)
    connection.setState({ state, lostAt: lost, isBack: false })
    return
  }
  const isBack = lostAt !== null && Date.now() - lostAt >= BLIP_MS
  connection.setState({ state, lostAt: null, wasLive: true, isBack })
  if (isBack) setTimeout(() => connection.setState({ isBack: false }), WELCOME_BACK_MS)
}

export type ConnectionWord = 'Connecting' | 'Live' | 'Reconnecting' | 'Offline'

/** One word for people. A few quick failures are a blip; after that it is said plainly. */
export function connectionWord({ state, wasLive }: Connection): ConnectionWord {
  if (state.phase === 'live') return 'Live'
  if (state.phase === 'stopped') return 'Offline'
  if (state.attempt >= 3) return 'Offline'
  return wasLive ? 'Reconnecting' : 'Connecting'
}
