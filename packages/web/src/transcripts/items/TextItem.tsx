import { MessageSquareText } from 'lucide-react'
import type { DisplayItemProps } from './DisplayItem'
import { WordsItem } from './WordsItem'

/** What it said on the way. */
export function TextItem(props: DisplayItemProps<'words'>) {
  return <WordsItem {...props} icon={MessageSquareText} kind="Said" />
}
