import { Brain } from 'lucide-react'
import type { DisplayItemProps } from './DisplayItem'
import { WordsItem } from './WordsItem'

export function ThinkingItem(props: DisplayItemProps<'words'>) {
  return (
    <WordsItem {...props} icon={Brain} kind="Thinking" className="think" bodyClass="tv-thought" />
  )
}
