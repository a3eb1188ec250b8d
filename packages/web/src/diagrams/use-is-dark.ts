import { useSyncExternalStore } from 'react'

/** Whether the page is dark now, whoever chose it: `ui/prefs.ts` writes it on the document. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset['theme'] === 'dark')
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
