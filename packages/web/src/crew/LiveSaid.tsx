import { RolloutText } from './RolloutText'

/** What an agent says, as far as it is heard and not recorded yet. */
export function LiveSaid({
  text,
  isWorking,
}: {
  readonly text: string
  readonly isWorking: boolean
}) {
  return (
    <div className="r-entry said live" data-testid="live-text">
      <span className="r-at">{isWorking ? 'now' : ''}</span>
      <div>
        <p className="r-title">{isWorking ? 'Says now' : 'Said'}</p>
        <RolloutText text={text} of="said" />
      </div>
    </div>
  )
}
