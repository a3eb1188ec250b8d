import { tokensOf } from '@crewroom/shared/model/usage'
import type { Stage } from './stage'

/**
 * What the crew shows of each agent's tokens beside what the model told its program. Turns that were cut off and
 * what programs ask models for on their own account may be missing; more than was told is counted twice.
 */
export async function usage({ floor, members, verdicts, model }: Stage): Promise<void> {
  const { live } = await floor.snapshot()
  for (const { preset, id, key, tellsNoTokens } of members) {
    const shown = tokensOf(live.agents[id]?.usage) ?? 0
    const told = model.spent.get(key) ?? 0
    const part = `${thousands(shown)} of ${thousands(told)}`
    const verdict =
      shown > (model.spentInAll.get(key) ?? 0)
        ? { ok: false, note: `counted twice: ${part}` }
        : shown > 0
          ? { ok: true, note: part }
          : { ok: tellsNoTokens, note: 'it tells none' }
    verdicts.set(preset, 'usage', verdict)
  }
}

const thousands = (tokens: number) => `${Math.round(tokens / 1000)}k`
