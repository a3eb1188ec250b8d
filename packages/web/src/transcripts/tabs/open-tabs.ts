/** A transcript that is open in the section. The same one may be open twice: each tab has its own key. */
export interface OpenTab {
  /** The transcript's id, and `~2` behind it for its second tab. */
  readonly key: string
  readonly transcriptId: string
  /** As it was when it was last shown. */
  readonly title: string
}

/** Tabs that the bar holds; the one that was opened first goes when there would be more. */
export const MOST_TABS = 20

export const numberOf = ({ key, transcriptId }: Pick<OpenTab, 'key' | 'transcriptId'>): number =>
  key === transcriptId ? 1 : Number(key.slice(transcriptId.length + 1))

export const tabKey = (transcriptId: string, number: number): string =>
  number === 1 ? transcriptId : `${transcriptId}~${number}`

/** With a tab for what the address names. An open one stays where it is. */
export function withTab(tabs: readonly OpenTab[], tab: OpenTab): readonly OpenTab[] {
  if (tabs.some(({ key }) => key === tab.key)) return tabs
  return [...tabs, tab].slice(-MOST_TABS)
}

/** A second tab of the same transcript, right of the first. */
export function withCopy(
  tabs: readonly OpenTab[],
  key: string,
): { readonly tabs: readonly OpenTab[]; readonly copy: OpenTab } | null {
  const index = tabs.findIndex((tab) => tab.key === key)
  const tab = tabs[index]
  if (!tab || tabs.length >= MOST_TABS) return null
  const taken = new Set(tabs.map((one) => one.key))
  let number = 2
  while (taken.has(tabKey(tab.transcriptId, number))) number++
  const copy = { ...tab, key: tabKey(tab.transcriptId, number) }
  return { tabs: tabs.toSpliced(index + 1, 0, copy), copy }
}

/** Without a tab, and which one is shown instead if it was the shown one: its right neighbour, else its left. */
export function withoutTab(
  tabs: readonly OpenTab[],
  key: string,
): { readonly tabs: readonly OpenTab[]; readonly next: OpenTab | null } {
  const index = tabs.findIndex((tab) => tab.key === key)
  if (index === -1) return { tabs, next: null }
  return { tabs: tabs.toSpliced(index, 1), next: tabs[index + 1] ?? tabs[index - 1] ?? null }
}

/** The tab so many places beside another; the bar is a ring. */
export function tabBeside(tabs: readonly OpenTab[], key: string, by: number): OpenTab | null {
  const index = tabs.findIndex((tab) => tab.key === key)
  if (index === -1 || tabs.length < 2) return null
  return tabs[(index + by + tabs.length) % tabs.length] ?? null
}

export function withTitle(
  tabs: readonly OpenTab[],
  transcriptId: string,
  title: string,
): readonly OpenTab[] {
  if (!tabs.some((tab) => tab.transcriptId === transcriptId && tab.title !== title)) return tabs
  return tabs.map((tab) => (tab.transcriptId === transcriptId ? { ...tab, title } : tab))
}

/** What was kept of another load of the page, if it can be read. */
export function readTabs(text: string | null): readonly OpenTab[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept
      .filter(
        (tab: Partial<OpenTab> | null): tab is OpenTab =>
          typeof tab?.key === 'string' &&
          typeof tab.transcriptId === 'string' &&
          typeof tab.title === 'string' &&
          (tab.key === tab.transcriptId || /^~\d+$/.test(tab.key.slice(tab.transcriptId.length))),
      )
      .slice(-MOST_TABS)
  } catch {
    return []
  }
}
