/** The first `limit` UTF-16 units of a text, one fewer where that would split a character in two. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}
