import type { RunRecord } from '@crewroom/shared/model/run'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { runs } from '../sync/api/runs'
import { saveBlob } from '../sync/save-blob'
import { toast } from '../ui/toasts'

/** What a person does to a discussion. Each says what went wrong. */

function tried(problem: string, asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    (error: unknown) => {
      toast.failed(problem, error)
      return false
    },
  )
}

export const stopRun = (id: string) => tried("Couldn't stop the discussion.", runs.stop(id))
export const pauseRun = (id: string) => tried("Couldn't pause the discussion.", runs.pause(id))
export const resumeRun = (id: string) => tried("Couldn't go on.", runs.resume(id))
export const skipTurn = (id: string) => tried("Couldn't skip your turn.", runs.skip(id))
export const nextSpeaker = (id: string, speaker: string, name: string) =>
  tried(`Couldn't ask ${name}.`, runs.next(id, speaker))

export const changeParticipants = (id: string, participants: readonly string[]) =>
  tried("Couldn't change who takes part.", runs.change(id, participants))

/** Rounds that a discussion gets when it goes on. */
export const MORE_ROUNDS = 5

/** Goes on after the end: with more rounds than it has had, or with more money where that was used up. */
export function discussOn(run: RunRecord): Promise<boolean> {
  const { limits, progress, stopReason } = run
  const rounds = Math.min(LIMITS.runRounds, Math.max(limits.rounds, progress.rounds + MORE_ROUNDS))
  const more =
    stopReason === 'budget'
      ? {
          usd: limits.usd === null ? null : Math.max(limits.usd, progress.usage.usd) + 1,
          tokens:
            limits.tokens === null ? null : Math.max(limits.tokens, progress.usage.tokens) * 2,
        }
      : {}
  const isFull = limits.messages !== null && progress.messages >= limits.messages
  const messages = isFull
    ? { messages: progress.messages + MORE_ROUNDS * run.participants.length }
    : {}
  return tried("Couldn't go on.", runs.goOn(run.id, { ...more, ...messages, rounds }))
}

export async function downloadRun(run: RunRecord, title: string): Promise<void> {
  await tried(
    "Couldn't download the discussion.",
    runs.exported(run.id).then((blob) => saveBlob(blob, `${fileName(title)}.md`)),
  )
}

/** A title as the name of a file: what file systems refuse is left out. */
export function fileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 60)
  return name === '' ? 'discussion' : name.toLowerCase()
}
