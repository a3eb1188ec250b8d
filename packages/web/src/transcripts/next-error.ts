import type { ContextView, TranscriptItemView } from '@crewroom/shared/transcript/views'

type Failure = ContextView['errors'][number]

/** The failure after the one that was shown last, or else after what is in the view; the first again after the last. */
export function nextError(
  errors: readonly Failure[],
  shown: Pick<Failure, 'itemId' | 'displayItemId'> | null,
  inView: TranscriptItemView | null,
): Failure | null {
  const at = shown
    ? errors.findIndex(
        ({ itemId, displayItemId }) =>
          itemId === shown.itemId && displayItemId === shown.displayItemId,
      )
    : -1
  if (at !== -1) return errors[(at + 1) % errors.length] ?? null
  const since = inView === null ? '' : inView.type === 'ai' ? inView.startTime : inView.timestamp
  return errors.find(({ at: time }) => time >= since) ?? errors[0] ?? null
}
