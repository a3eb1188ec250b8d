/**
 * Says on the page itself whether the pointer or the keyboard was used last. What both can show, such as the tools of
 * a message, is shown for that one only.
 */
export function startLastInput(): void {
  const { dataset } = document.documentElement
  const used = (by: 'pointer' | 'keys') => {
    if (dataset['input'] !== by) dataset['input'] = by
  }
  addEventListener('pointermove', () => used('pointer'), { passive: true })
  addEventListener('keydown', () => used('keys'), { passive: true, capture: true })
}
