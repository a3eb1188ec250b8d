import type { LiveAgent } from '@crewroom/shared/state/crew-state'

interface Away {
  readonly is: string
  readonly help: string
}

const AWAY: Readonly<Record<string, Away>> = {
  disconnected: {
    is: 'is not connected',
    help: 'Its answer can come once its program connects again.',
  },
  paused: { is: 'is paused', help: 'Its answer can come once it is resumed.' },
}

/** Why an agent cannot begin with what it was asked; null where nothing is in its way. */
export function awayWords(live: LiveAgent | undefined): string | null {
  return AWAY[live?.why.code ?? '']?.is ?? null
}

/** What such an agent waits for; empty where nothing is in its way. */
export function awayHelp(live: LiveAgent | undefined): string {
  return AWAY[live?.why.code ?? '']?.help ?? ''
}
