import type { LiveAgent } from '@crewroom/shared/state/crew-state'

const AWAY: Readonly<Record<string, string>> = {
  disconnected: 'is not connected',
  paused: 'is paused',
}

/** Why an agent cannot begin with what it was asked; null where nothing is in its way. */
export function awayWords(live: LiveAgent | undefined): string | null {
  return AWAY[live?.why.code ?? ''] ?? null
}
