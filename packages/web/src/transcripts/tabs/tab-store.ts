import { createStore } from 'zustand/vanilla'
import { closeDropped, isDropped } from '../dropped/dropped-files'
import { tabUI } from '../tab-ui'
import {
  type OpenTab,
  readTabs,
  tabKey,
  withCopy,
  withoutTab,
  withTab,
  withTitle,
} from './open-tabs'

const KEY = 'crewroom:open-transcripts'

/** Tabs of the section, kept in the tab of the browser. */
export const openTabs = createStore<readonly OpenTab[]>(() => {
  try {
    // Dropped files are gone when the page is loaded again.
    return readTabs(sessionStorage.getItem(KEY)).filter((tab) => !isDropped(tab.transcriptId))
  } catch {
    return []
  }
})

function set(tabs: readonly OpenTab[]): void {
  const before = openTabs.getState()
  if (tabs === before) return
  openTabs.setState(tabs, true)
  for (const gone of before.filter(({ key }) => !tabs.some((tab) => tab.key === key))) {
    tabUI.close(gone.key)
    const isOpen = tabs.some((tab) => sessionOf(tab) === sessionOf(gone))
    if (isDropped(gone.transcriptId) && !isOpen) closeDropped(gone.transcriptId)
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(tabs))
  } catch {
    // Storage may be denied or full: the tabs then last as long as the page.
  }
}

/** A dropped session and its sub-agents have one worker. */
const sessionOf = ({ transcriptId }: OpenTab) => transcriptId.split('.')[0]

/** The tab of an address is open from now on. */
export function showTab(transcriptId: string, number: number, title: string): void {
  const key = tabKey(transcriptId, number)
  set(withTab(openTabs.getState(), { key, transcriptId, title }))
}

/** Which tab is next when this was the shown one. */
export function closeTab(key: string): OpenTab | null {
  const { tabs, next } = withoutTab(openTabs.getState(), key)
  set(tabs)
  return next
}

/** Null when there is no room for another. */
export function copyTab(key: string): OpenTab | null {
  const copied = withCopy(openTabs.getState(), key)
  if (copied) set(copied.tabs)
  return copied?.copy ?? null
}

export const nameTabs = (transcriptId: string, title: string): void =>
  set(withTitle(openTabs.getState(), transcriptId, title))
