import type { WakeLevel } from '@crewroom/shared/model/group'

interface WakeLook {
  readonly level: WakeLevel
  readonly label: string
  readonly meaning: string
}

/** What a member is started by while it is idle. It reads everything in any case. */
export const WAKE_LEVELS: readonly WakeLook[] = [
  { level: 'all', label: 'All messages', meaning: 'Every message wakes it when it is idle.' },
  {
    level: 'mentions',
    label: 'Mentions only',
    meaning: 'Only messages that mention it wake it. It reads the others then, too.',
  },
  {
    level: 'none',
    label: 'Nothing',
    meaning: 'Messages never wake it. It reads them when it next works.',
  },
]

export function wakeLabel(level: WakeLevel): string {
  return WAKE_LEVELS.find((own) => own.level === level)?.label ?? level
}
