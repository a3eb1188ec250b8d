import { useCallback, useEffect, useMemo } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { paths } from '../../shell/paths'
import { toast } from '../../ui/toasts'
import { type OpenTab, numberOf, tabBeside, tabKey, withTab } from './open-tabs'
import { closeTab, copyTab, openTabs, showTab } from './tab-store'

/** Another tab of the same transcript has its number in the address. */
const TAB_PARAM = 'tab'

/** The tabs of the section, and which one the address shows. */
export function useTabs() {
  const { leadId = null, transcriptId = null } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const kept = useStore(openTabs)
  const number = Math.max(1, Number.parseInt(params.get(TAB_PARAM) ?? '1', 10) || 1)
  const shown = useMemo((): OpenTab | null => {
    if (transcriptId === null) return null
    const key = tabKey(transcriptId, number)
    const same = kept.find((tab) => tab.transcriptId === transcriptId)
    const title = same?.title ?? 'Transcript'
    return kept.find((tab) => tab.key === key) ?? { key, transcriptId, title }
  }, [kept, transcriptId, number])
  const tabs = useMemo(() => (shown ? withTab(kept, shown) : kept), [kept, shown])
  useEffect(() => {
    if (transcriptId !== null) showTab(transcriptId, number, 'Transcript')
  }, [transcriptId, number])
  const pathOf = useCallback(
    (tab: OpenTab) => {
      const path = paths.transcript(leadId, tab.transcriptId)
      return numberOf(tab) === 1 ? path : `${path}?${TAB_PARAM}=${numberOf(tab)}`
    },
    [leadId],
  )
  const listPath = paths.transcripts(leadId)
  const go = (tab: OpenTab | null) => void navigate(tab ? pathOf(tab) : listPath)
  return {
    leadId,
    tabs,
    shown,
    pathOf,
    listPath,
    close: (key: string) => {
      const next = closeTab(key)
      if (key === shown?.key) go(next)
    },
    copy: () => {
      if (!shown) return
      const copy = copyTab(shown.key)
      if (copy) go(copy)
      else toast.problem('There are too many tabs. Close one first.')
    },
    beside: (by: 1 | -1) => {
      const tab = shown && tabBeside(tabs, shown.key, by)
      if (tab) go(tab)
    },
  }
}
