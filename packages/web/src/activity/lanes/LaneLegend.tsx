import { MarkIcon } from './MarkIcon'

/** What the signs mean. The words of a mark stand in the card below the lanes. */
export function LaneLegend() {
  return (
    <p className="l-legend">
      <span>
        <i className="l-bar" /> at work on what it was given
      </span>
      <span>
        <i className="l-bar open" /> given, not confirmed yet
      </span>
      <span>
        <MarkIcon kind="message" /> wrote in a group
      </span>
      <span>
        <MarkIcon kind="direct" /> wrote to somebody
      </span>
      <span>
        <MarkIcon kind="task" /> task
      </span>
      <span>
        <MarkIcon kind="done" /> done
      </span>
      <span>
        <MarkIcon kind="failed" /> failed
      </span>
      <span>
        <MarkIcon kind="joined" /> came
      </span>
      <span>
        <MarkIcon kind="ended" /> ended
      </span>
    </p>
  )
}
