import type { RefObject } from 'react'
import { announceMessages } from '../shell/announcer'
import { useKey } from '../shell/use-key'
import { undoAnswer } from './held-answers'

const CARDS = '.need'

/** Keys of the inbox: from card to card, and what the focused card offers. */
export function useInboxKeys(box: RefObject<HTMLElement | null>): void {
  const cards = () => [...(box.current?.querySelectorAll<HTMLElement>(CARDS) ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>(CARDS) ?? null
  const move = (step: 1 | -1) => {
    const all = cards()
    const own = current()
    const at = own ? all.indexOf(own) + step : step === 1 ? 0 : all.length - 1
    const next = all[Math.max(0, Math.min(all.length - 1, at))]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return next !== undefined
  }
  const press = (selector: string, nth = 0) => {
    const button = current()?.querySelectorAll<HTMLElement>(selector)[nth]
    if (!button) return false
    button.click()
    return true
  }
  useKey('nextNeed', () => move(1))
  useKey('previousNeed', () => move(-1))
  useKey('doneNeed', () => press('[data-done]'))
  useKey('laterNeed', () => {
    if (!press('[data-later]')) return false
    announceMessages('Needs you', ['Put off for 10 minutes.'])
    return true
  })
  useKey('laterNeedHour', () => press('[data-later]', 1))
  useKey('undoNeed', () => undoAnswer())
  useKey('chooseNeed', (event) => press('[data-choice]', Number(event.key) - 1))
  useKey('writeNeed', () => {
    const field = current()?.querySelector<HTMLElement>('textarea')
    field?.focus()
    return field !== null && field !== undefined
  })
}
