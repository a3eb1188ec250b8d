import { panned, showing, zoomed } from './time-range'
import type { LaneWindow } from './use-lane-window'
import { useReplay } from './use-replay'

/** Everything that shows another part of the story or another moment of its replay. */
export function useLaneMoves(view: LaneWindow) {
  const { address, change, follows, now, picture, story, range } = view
  const { replay } = address
  /** The moment that a replay shows; null: now. */
  const moment = replay === null ? null : Math.min(replay, now)
  const goTo = (at: number | null, isMoving: boolean) => {
    const seen = at === null ? {} : showing(address, range, at)
    change({ replay: at, ...seen }, isMoving)
  }
  const player = useReplay({ story, at: replay, onAt: goTo })
  return {
    moment,
    player,
    zoom: (factor: number, pivot: number) => change(zoomed(range, factor, pivot, story), true),
    zoomHere: (factor: number) => {
      const seen = zoomed(range, factor, moment ?? (range.from + range.to) / 2, story)
      // A view that follows the present keeps following it.
      change(follows ? { ...seen, end: null } : seen)
    },
    pan: (ms: number, isMoving = false) => change(panned(range, ms, story, now), isMoving),
    show: (at: number) => change(showing(address, range, at)),
    toNow: () => {
      player.stop()
      change({ end: null, replay: null })
    },
    /** By so much time before or after the moment of the replay. */
    stepTime: (ms: number) => player.seek((moment ?? story.to) + ms, true),
    /** To the mark before or after the moment of the replay, in the whole story. */
    stepMark: (step: 1 | -1) => {
      const times = picture.lanes
        .flatMap(({ marks }) => marks.map(({ at }) => at))
        .toSorted((a, b) => a - b)
      const here = moment ?? story.to + 1
      const next = step === 1 ? times.find((at) => at > here) : times.findLast((at) => at < here)
      if (next !== undefined) goTo(next, true)
    },
  }
}
