import { keepDraft, readDraft } from '../../sync/drafts'

type Insert = (text: string) => void

const open = new Map<string, Insert>()
const keyOf = (leadId: string, group: string) => `${leadId} ${group}`

/** Puts text into a group's message box, such as the mention of an answer; into its draft where the box is not open. */
export function composerInsert(leadId: string, group: string, text: string): void {
  const insert = open.get(keyOf(leadId, group))
  if (insert) insert(text)
  else keepDraft(leadId, group, readDraft(leadId, group) + text)
}

/** The box of a group is there; the returned function takes it away. */
export function composerOpened(leadId: string, group: string, insert: Insert): () => void {
  const key = keyOf(leadId, group)
  open.set(key, insert)
  return () => {
    if (open.get(key) === insert) open.delete(key)
  }
}
