const TAIL = 48

/** What was said after `heard`; of a long speech only the end is kept, so its beginning may be gone. */
export function saidSince(heard: string, text: string): string {
  if (text.startsWith(heard)) return text.slice(heard.length)
  const tail = heard.slice(-TAIL)
  const at = text.lastIndexOf(tail)
  return at < 0 ? text : text.slice(at + tail.length)
}
