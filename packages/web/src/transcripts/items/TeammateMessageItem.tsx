import { MessageSquare } from 'lucide-react'
import { shownHidden } from '../../groups/message/text-pieces'
import { firstLine } from '../words'
import { CutText } from './CutText'
import type { DisplayItemProps } from './DisplayItem'
import { ItemHead } from './ItemHead'

export function TeammateMessageItem(props: DisplayItemProps<'teammate_message'>) {
  const { item, isOpen, onToggle, whole } = props
  const { teammateId, summary, content, replyToSummary } = item.teammateMessage
  return (
    <div className="tv-it teammate">
      <ItemHead
        icon={MessageSquare}
        kind={`From ${shownHidden(teammateId)}`}
        isOpen={isOpen}
        onToggle={onToggle}
        result="teammate"
      >
        “{shownHidden(summary ?? firstLine(content))}”
      </ItemHead>
      {isOpen && (
        <div className="tv-body">
          {replyToSummary !== undefined && (
            <p className="tv-none">Answers “{shownHidden(replyToSummary)}”</p>
          )}
          <CutText text={{ text: content }} onWhole={whole} />
        </div>
      )}
    </div>
  )
}
