import { joinCommand } from '../new-crew/command-line'
import type { DriverSpec } from '@crewroom/shared/model/agent'
import { isEstimated, type Usage } from '@crewroom/shared/model/usage'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import { clockTime } from '../ui/times'

/** `3 messages wait for it since 14:02`; null when nothing does. */
export function owedWords(live: LiveAgent | undefined): string | null {
  const { count = 0, oldestAt = null } = live?.owed ?? {}
  if (count === 0) return null
  const since = oldestAt === null ? '' : ` since ${clockTime(oldestAt)}`
  return `${count === 1 ? '1 message waits' : `${count} messages wait`} for it${since}`
}

/** Why nothing is happening and what waits, in one line that says no number twice; null when there is nothing to say. */
export function waitLine(why: string | null, owed: string | null): string | null {
  if (why === null || owed === null) return capital(why ?? owed)
  const until = /^\d+ items? waits? (until .*)$/.exec(why)?.[1]
  if (until !== undefined) return `${owed}, ${until}`
  // What is left of "the crew is paused; 3 items wait".
  const reason = why.replace(/(?:; )?\d+ items? (?:waits?|to be handed).*$/, '')
  return reason === '' || reason === 'idle' ? owed : capital(`${reason}; ${owed}`)
}

function capital(text: string | null): string | null {
  return text === null ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

/** `62.6k tokens, 40k from the cache, $0.42`; null where its program tells nothing. */
export function usageWords(usage: Usage | null | undefined): string | null {
  if (!usage) return null
  const { inputTokens, outputTokens, totalTokens, cachedReadTokens, cost } = usage
  const tokens =
    totalTokens ??
    (inputTokens === null && outputTokens === null
      ? null
      : (inputTokens ?? 0) + (outputTokens ?? 0))
  const parts = [
    ...(tokens === null ? [] : [`${shortNumber(tokens)} tokens`]),
    ...(cachedReadTokens ? [`${shortNumber(cachedReadTokens)} from the cache`] : []),
    ...(cost === null
      ? []
      : [`${isEstimated(usage) ? 'about ' : ''}$${cost.toFixed(cost < 0.1 ? 3 : 2)}`]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** How full the model's context is, 0 to 1; null where that is not known. */
export function contextShare(usage: Usage | null | undefined): number | null {
  if (!usage || usage.contextUsed === null || !usage.contextSize) return null
  return Math.min(1, usage.contextUsed / usage.contextSize)
}

export function shortNumber(value: number): string {
  if (value < 1_000) return String(value)
  if (value < 999_950) return `${trimmedOne(value / 1_000)}k`
  return `${trimmedOne(value / 1_000_000)}M`
}

function trimmedOne(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '')
}

/** How an agent is reached, and by which command. What it is started with stays on the server. */
export function driverWords(driver: DriverSpec): {
  readonly kind: string
  readonly command: string | null
} {
  switch (driver.kind) {
    case 'remote':
      return { kind: 'Remote: its program connects on its own', command: null }
    case 'pipe':
      return { kind: 'Pipe: the server runs it', command: commandLine(driver) }
    case 'acp':
      return driver.preset === null
        ? { kind: 'Agent Client Protocol', command: commandLine(driver) }
        : { kind: `Agent Client Protocol, ${driver.preset}`, command: commandLine(driver) }
    case 'model':
      return { kind: `Model ${driver.model}: the server asks it`, command: driver.baseUrl }
    default:
      return driver satisfies never
  }
}

function commandLine({
  command,
  args,
}: {
  readonly command: string | null
  readonly args: readonly string[]
}): string | null {
  if (command === null) return null
  return joinCommand([command, ...args])
}
