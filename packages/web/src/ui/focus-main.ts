/** Gives the focus to the page's main part when nothing has it: a keyboard must not start at the top again. */
export function focusMain(): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) focusContent('main')
}

/** Details that lie over a chat are the content while they do: what is below takes no focus. */
const CONTENT = 'main:not([inert]), main[inert] ~ aside'

/**
 * Gives the focus to a part of the content, or to all of it where that part is not there: a group may be archived, and
 * have no box, or not be there at all. In a list of messages it goes to the one that Tab stops at.
 */
export function focusContent(part: 'main' | 'messages' | 'composer'): void {
  const own = part === 'main' ? null : document.getElementById(part)
  const stop = own?.querySelector<HTMLElement>('article[tabindex="0"]')
  const target = [stop, own, document.querySelector<HTMLElement>(CONTENT)].find(
    (one) => one && !one.closest('[inert]'),
  )
  if (!target) return
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
