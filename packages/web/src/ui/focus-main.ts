/** Gives the focus to the page's main part when nothing has it: a keyboard must not start at the top again. */
export function focusMain(): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const main = document.querySelector<HTMLElement>('main')
  if (!main) return
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1
  main.focus({ preventScroll: true })
}
