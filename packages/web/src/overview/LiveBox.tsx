import type { OutputLine } from '@crewroom/shared/model/overview'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Card } from './cards'
import { liveLines } from './live-lines'
import { useHeard } from './use-heard'

interface LiveProps {
  readonly state: CrewState
  readonly card: Card
  /** What had been heard of it when the server was asked. */
  readonly heard: string
}

function useLines({ state, card, heard }: LiveProps): readonly OutputLine[] {
  const now = useHeard(card.id)
  const lines = liveLines(card.told?.outputs ?? [], { before: heard, now }, state)
  return card.failure ? [...lines, card.failure].slice(-2) : lines
}

/** The last two things that an agent put out, in a box that is always as high. */
export function LiveBox(props: LiveProps) {
  const { card } = props
  const lines = useLines(props)
  const isWriting = card.look.state === 'working' && lines.at(-1)?.kind === 'text'
  return (
    <div className="ov-live" aria-live="off">
      {lines.length === 0 && <span className="ov-line">Nothing yet</span>}
      {lines.map(({ kind, text }, index) => {
        const isNewest = index === lines.length - 1
        return (
          // The older one moves up when a new one comes: what it is, is its place.
          <span
            key={index}
            className={isNewest ? 'ov-line ov-newest' : 'ov-line ov-older'}
            data-kind={kind}
            data-ends={isWriting && isNewest ? '' : undefined}
          >
            <span>
              {text}
              {isWriting && isNewest && <i className="ov-caret" />}
            </span>
          </span>
        )
      })}
    </div>
  )
}

/** The newest of them alone, where there is one line for an agent. */
export function LiveLine(props: LiveProps) {
  const last = useLines(props).at(-1)
  return (
    <span className="ov-last" data-kind={last?.kind} aria-live="off">
      {last?.text ?? props.card.task ?? ''}
    </span>
  )
}
