import { useEffect } from 'react'
import { useStore } from 'zustand'
import { countNeeds } from '../needs/count-needs'
import { crews } from '../sync/sync'

/** `(14 · @1) config-team · atlas-refactor · Crewroom`: what is new, and what needs the person. */
export function pageTitle(
  unread: number,
  needs: number,
  parts: readonly string[],
  isTurn = false,
): string {
  const counts = [unread > 0 ? String(unread) : '', needs > 0 ? `@${needs}` : ''].filter(Boolean)
  const turn = isTurn ? '● Your turn · ' : ''
  const head = counts.length > 0 ? `(${counts.join(' · ')}) ` : ''
  return `${turn}${head}${[...parts, 'Crewroom'].filter(Boolean).join(' · ')}`
}

/** The title of the tab. What needs a person counts over all crews: the tab is all they may see. */
export function usePageTitle(unread: number, ...parts: readonly string[]): void {
  const needs = useStore(crews, ({ views }) =>
    Object.values(views).reduce((sum, { state }) => sum + countNeeds(state), 0),
  )
  const isTurn = useStore(crews, ({ views }) =>
    Object.values(views).some(({ state }) => Object.values(state.needs).some(({ turn }) => turn)),
  )
  const title = pageTitle(unread, needs, parts, isTurn)
  useEffect(() => {
    document.title = title
  }, [title])
  const hasNeeds = needs > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon) icon.href = hasNeeds ? '/favicon-needs.svg' : '/favicon.svg'
  }, [hasNeeds])
}
