import type { ReplyTo } from '@crewroom/shared/model/reply'
import { createStore } from 'zustand/vanilla'

const PREFIX = 'crewroom:draft:'

function key(leadId: string, groupName: string): string {
  return `${PREFIX}${leadId}:${groupName}`
}

/** Counts changes of drafts, here and in other tabs, for what shows that there is one. */
export const draftChanges = createStore(() => ({ count: 0 }))
const changed = () => draftChanges.setState(({ count }) => ({ count: count + 1 }))

/** Called once. */
export function startDrafts(): void {
  addEventListener('storage', ({ key: own }) => {
    if (own === null || own.startsWith(PREFIX)) changed()
  })
}

/** What storage would not take: it is denied, or the text is larger than its room. */
const unstored = new Map<string, string>()

/** What was written and not sent; switching groups or reloading must not lose it. */
export function readDraft(leadId: string, groupName: string): string {
  const kept = unstored.get(key(leadId, groupName))
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key(leadId, groupName)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(leadId: string, groupName: string, text: string): void {
  const own = key(leadId, groupName)
  unstored.delete(own)
  try {
    if (text === '') localStorage.removeItem(own)
    else localStorage.setItem(own, text)
  } catch {
    unstored.set(own, text)
  }
  changed()
}

/** No place has this name. */
const replyKey = (place: string) => `${place}:reply`

/** The message that a draft replies to. */
export function readReply(leadId: string, place: string): ReplyTo | null {
  try {
    return JSON.parse(readDraft(leadId, replyKey(place)) || 'null') as ReplyTo | null
  } catch {
    return null
  }
}

export function keepReply(leadId: string, place: string, reply: ReplyTo | null): void {
  keepDraft(leadId, replyKey(place), reply ? JSON.stringify(reply) : '')
}
