import path from 'node:path'
import { traceOf } from '../crewroom'
import { Random } from '../random'
import { tempFolder } from '../temp-folder'
import { startLightly, startWholly, toldBefore } from './after-cut'
import { diskAfter, type Fate, FATES, layOut } from './disk-after'
import type { Recording } from './recorded-load'

export interface CutPoint {
  /** After so many calls the power went. */
  readonly count: number
  readonly fate: Fate
  readonly seed: number
}

/**
 * Half of them beside the calls on which everything hangs (syncs, names, what is sent), where something is written
 * and not synced yet, half anywhere.
 */
export function cutPoints(
  { calls }: Recording,
  within: { readonly from: number; readonly to: number },
  points: number,
  seed: number,
): CutPoint[] {
  const random = new Random(seed)
  const turns: number[] = []
  for (let at = within.from; at < within.to; at++) {
    if (calls[at]?.kind !== 'write') turns.push(at, at + 1)
  }
  return Array.from({ length: points }, (_, n) => ({
    count:
      n % 2 === 0 && turns.length > 0
        ? random.pick(turns)
        : within.from + 1 + random.below(within.to - within.from),
    fate: FATES[Math.floor(n / 2) % FATES.length] ?? 'dropped',
    seed: seed + n,
  }))
}

/** What the folder would be if the power stayed on, from the calls alone. */
export function withoutCut({ calls, root, data }: Recording): Record<string, string> {
  using folder = tempFolder()
  layOut(diskAfter(calls, calls.length, 'kept', new Random(1), root), root, folder.path)
  return traceOf(path.join(folder.path, path.relative(root, data)))
}

/**
 * Starts on what each cut can leave, in this process, and for two of them with the whole program. The first that
 * is not what was promised throws with its name; or all are told, for who wants to count them.
 */
export async function startAfterEach(
  recording: Recording,
  points: readonly CutPoint[],
  told: 'first' | 'all' = 'first',
): Promise<string[]> {
  const failed: string[] = []
  const hardest: readonly Fate[] = ['dropped', 'reordered']
  const wholly = new Set(hardest.map((fate) => points.findLast((point) => point.fate === fate)))
  for (const point of points) {
    try {
      await startAfter(recording, point, wholly.has(point) ? 'wholly' : 'lightly')
    } catch (error) {
      if (told === 'first') throw error
      failed.push(String(error))
    }
  }
  return failed
}

async function startAfter(
  recording: Recording,
  point: CutPoint,
  how: 'lightly' | 'wholly',
): Promise<void> {
  const { calls, root, data } = recording
  using folder = tempFolder()
  const random = new Random(point.seed)
  layOut(diskAfter(calls, point.count, point.fate, random, root), root, folder.path)
  const found = path.join(folder.path, path.relative(root, data))
  const told = toldBefore(recording, point.count)
  try {
    if (how === 'lightly') startLightly(found, recording, told)
    else await startWholly(found, recording, told)
  } catch (error) {
    const where = `after ${point.count} of ${calls.length} calls, what was not synced ${point.fate}, seed ${point.seed}`
    throw new Error(`${where}: ${String(error)}`, { cause: error })
  }
}
