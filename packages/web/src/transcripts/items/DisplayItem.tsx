import type { DisplayItemView } from '@crewroom/shared/transcript/views'
import { useCallback } from 'react'
import type { RowOf } from '../transcript-context'
import { useTranscript } from '../transcript-context'
import { useTabUI } from '../use-tab-ui'
import { LinkedToolItem } from './LinkedToolItem'
import { SlashItem } from './SlashItem'
import { SubagentItem } from './SubagentItem'
import { TeammateMessageItem } from './TeammateMessageItem'
import { TextItem } from './TextItem'
import { ThinkingItem } from './ThinkingItem'

type WordType = 'thinking' | 'output'

/** What each kind of display item is drawn with. */
export interface DisplayItemProps<
  Type extends 'words' | Exclude<DisplayItemView['type'], WordType>,
> {
  readonly item: Extract<DisplayItemView, { readonly type: Type extends 'words' ? WordType : Type }>
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Asks for it uncut. */
  readonly whole: () => void
}

/** One display item of an open group. */
export function DisplayItem({ row }: { readonly row: RowOf<'display-item'> }) {
  const { displayItem, isOpen, key } = row
  const { inPlace, details } = useTranscript()
  const { toggleDisplayItemExpansion } = useTabUI()
  const [groupId, id] = [row.item.id, displayItem.id]
  const onToggle = useCallback(
    () => inPlace(key, () => toggleDisplayItemExpansion(groupId, id)),
    [inPlace, key, toggleDisplayItemExpansion, groupId, id],
  )
  const whole = useCallback(() => void details.whole(groupId, id), [details, groupId, id])
  const props = { isOpen, onToggle, whole }
  switch (displayItem.type) {
    case 'thinking':
      return <ThinkingItem item={displayItem} {...props} />
    case 'output':
      return <TextItem item={displayItem} {...props} />
    case 'tool':
      return <LinkedToolItem item={displayItem} {...props} />
    case 'subagent':
      return <SubagentItem item={displayItem} {...props} />
    case 'slash':
      return <SlashItem item={displayItem} {...props} />
    case 'teammate_message':
      return <TeammateMessageItem item={displayItem} {...props} />
    default:
      return displayItem satisfies never
  }
}
