/** Marks of the browser's own: what is found is marked without changing its text. */
const FOUND = 'transcript-found'
const CURRENT = 'transcript-current'
const MOST = 500
const OWN = ['', ' head', ' end']

/** Marks words in rows that are drawn, and apart from them the current hit, which it returns. */
export function markHits(
  log: HTMLElement,
  words: string,
  current: { readonly key: string; readonly nth: number } | null,
): Range | null {
  const wanted = words.trim().toLowerCase()
  if (wanted === '' || !('highlights' in CSS)) {
    clearMarks()
    return null
  }
  const found: Range[] = []
  const own: Range[] = []
  for (const row of log.querySelectorAll<HTMLElement>('[data-key]')) {
    const ranges = rangesIn(row, wanted, MOST - found.length)
    found.push(...ranges)
    // What a sub-agent was asked and said last has rows of its own.
    if (current && OWN.some((end) => row.dataset['key'] === current.key + end)) own.push(...ranges)
  }
  CSS.highlights.set(FOUND, new Highlight(...found))
  const hit = own[Math.min(current?.nth ?? 0, own.length - 1)]
  const solid = new Highlight(...(hit ? [hit] : []))
  solid.priority = 1
  CSS.highlights.set(CURRENT, solid)
  return hit ?? null
}

/** Brings a hit into the view of whatever scrolls around it: a long result scrolls in itself. */
export function bringIntoView(hit: Range, log: HTMLElement): void {
  for (let box = hit.startContainer.parentElement; box; box = box.parentElement) {
    if (box === log || box.matches('pre')) {
      const [own, around] = [hit.getBoundingClientRect(), box.getBoundingClientRect()]
      const isIn = own.top >= around.top && own.bottom <= around.bottom
      if (!isIn) box.scrollTop += own.top - around.top - box.clientHeight / 3
    }
    if (box === log) return
  }
}

export function clearMarks(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(FOUND)
  CSS.highlights.delete(CURRENT)
}

/** Where the words stand, within one piece of text each. */
function rangesIn(row: HTMLElement, wanted: string, most: number): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    let at = text.indexOf(wanted)
    while (at !== -1 && ranges.length < most) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, Math.min(at + wanted.length, node.nodeValue?.length ?? 0))
      ranges.push(range)
      at = text.indexOf(wanted, at + wanted.length)
    }
  }
  return ranges
}
