import type { WakeLevel } from '@crewroom/shared/model/group'

interface WakeLook {
  readonly level: WakeLevel
  readonly label: string
  readonly meaning: string
}

/** What a member is started by while it is idle. It reads everything in any case. */
export const WAKE_LEVELS: readonly WakeLook[] = [
  { level: 'all', label: 'All messages', meaning: 'Every message starts it when it is idle.' },
  {
    level: 'mentions',
    label: 'Mentions only',
    meaning: 'Only messages that mention it start it. It reads the others then.',
  },
  {
    level: 'none',
    label: 'Nothing',
    meaning: 'Messages never start it. It reads them when it works next.',
  },
]

export function wakeLabel(level: WakeLevel): string {
  return WAKE_LEVELS.find((own) => own.level === level)?.label ?? level
}
