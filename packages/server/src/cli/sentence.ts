/** The server's words begin small where they go on a sentence that an agent reads. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
