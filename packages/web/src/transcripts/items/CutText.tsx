import type { LongText } from '@crewroom/shared/transcript/views'
import { MessageText } from '../../groups/message/MessageText'
import { CutCode } from '../../groups/message/mention-scope'
import { useHoldsHit } from '../use-holds-hit'

interface CutTextProps {
  readonly text: LongText
  /** Asks for the rest. */
  readonly onWhole: () => void
}

/** What somebody wrote, as markdown means it, and a way to the rest where it was cut on its way. */
export function CutText({ text, onWhole }: CutTextProps) {
  const isWhole = useHoldsHit(text.text)
  return (
    <div className="tv-text">
      <CutCode value={text.cut !== undefined}>
        <MessageText content={text.text} isWhole={isWhole} />
      </CutCode>
      {text.cut !== undefined && (
        <button type="button" className="tv-more" onClick={onWhole}>
          Show all ({text.cut.toLocaleString('en')} characters)
        </button>
      )}
    </div>
  )
}
