/**
 * Scrolls a list just far enough to show one of its rows, and moves nothing else.
 *
 * `Element.scrollIntoView` does more: in newer browsers the next Tab starts from the element that was scrolled to, so a
 * page that shows the open group in its list takes the keyboard away from the links at its beginning.
 */
export function scrollToRow(scroller: HTMLElement, row: Element): void {
  const frame = scroller.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  const above = box.top - frame.top
  const below = box.bottom - frame.bottom
  if (above < 0) scroller.scrollTop += above
  else if (below > 0) scroller.scrollTop += Math.min(below, above)
}
