import { useEffect, useRef, useState } from 'react'
import { useMedia } from '../../ui/use-media'
import type { Story } from './time-range'

export const SPEEDS = [1, 10, 60] as const
export type Speed = (typeof SPEEDS)[number]

const STEP_MS = 50
/** With reduced motion the picture changes in steps, not all the time. */
const STILL_STEP_MS = 1_000

interface ReplayInput {
  readonly story: Story
  /** The moment that is shown; null: now. */
  readonly at: number | null
  readonly onAt: (at: number | null, isMoving: boolean) => void
}

/** Plays the story from the moment that is shown, 1 to 60 times as fast as it was, to its end. */
export function useReplay({ story, at, onAt }: ReplayInput) {
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(10)
  const isReduced = useMedia('(prefers-reduced-motion: reduce)')
  const latest = useRef({ story, at, onAt })
  useEffect(() => {
    latest.current = { story, at, onAt }
  })
  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    const timer = setInterval(
      () => {
        const time = performance.now()
        const own = latest.current
        const next = (own.at ?? own.story.from) + (time - before) * speed
        before = time
        if (next >= own.story.to) setPlaying(false)
        own.onAt(Math.min(next, own.story.to), true)
      },
      isReduced ? STILL_STEP_MS : STEP_MS,
    )
    return () => clearInterval(timer)
  }, [isPlaying, speed, isReduced])

  const seek = (moment: number, isMoving = false) =>
    onAt(Math.min(story.to, Math.max(story.from, moment)), isMoving)
  return {
    isPlaying,
    speed,
    setSpeed,
    seek,
    toggle: () => {
      // Nothing is left to play: from the beginning.
      if (!isPlaying && (at === null || at >= story.to - 1)) seek(story.from)
      setPlaying(!isPlaying)
    },
    stop: () => setPlaying(false),
  }
}
