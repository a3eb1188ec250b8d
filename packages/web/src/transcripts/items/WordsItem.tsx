import type { LucideIcon } from 'lucide-react'
import { shownHidden } from '../../groups/message/text-pieces'
import { tokenWords } from '../../overview/amounts'
import { firstLine } from '../words'
import { CutText } from './CutText'
import type { DisplayItemProps } from './DisplayItem'
import { ItemHead } from './ItemHead'

interface WordsItemProps extends DisplayItemProps<'words'> {
  readonly icon: LucideIcon
  readonly kind: string
  readonly className?: string
  readonly bodyClass?: string
}

/** Words in a line, and all of them below it when it is open. */
export function WordsItem(props: WordsItemProps) {
  const { item, isOpen, onToggle, whole, icon, kind, className = '', bodyClass = '' } = props
  return (
    <div className={`tv-it ${className}`.trimEnd()}>
      <ItemHead
        icon={icon}
        kind={kind}
        isOpen={isOpen}
        onToggle={onToggle}
        result={item.tokenCount ? `${tokenWords(item.tokenCount)} tok` : ''}
      >
        {shownHidden(firstLine(item.content.text))}
      </ItemHead>
      {isOpen && (
        <div className={`tv-body ${bodyClass}`.trimEnd()}>
          <CutText text={item.content} onWhole={whole} />
        </div>
      )}
    </div>
  )
}
