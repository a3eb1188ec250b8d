import { useEffect } from 'react'

export function pageTitle(unread: number, ...parts: readonly string[]): string {
  return `${unread > 0 ? `(${unread}) ` : ''}${[...parts, 'Crewroom'].filter(Boolean).join(' · ')}`
}

/** `(14) config-team · atlas-refactor · Crewroom` */
export function usePageTitle(unread: number, ...parts: readonly string[]): void {
  const title = pageTitle(unread, ...parts)
  useEffect(() => {
    document.title = title
  }, [title])
}
