/** The address within this page that a pasted link, or the code in it, leads to; or why it leads nowhere. */
export function pastedLink(
  text: string,
  here: Pick<Location, 'origin'>,
): { readonly to: string } | string {
  const pasted = text.trim()
  if (pasted === '') return 'Paste the link that the command opened or printed.'
  if (/^[\w-]{8,}$/.test(pasted)) return { to: `/#code=${pasted}` }
  let link: URL
  try {
    link = new URL(pasted)
  } catch {
    return 'This is not a link. A link begins with http:// and ends with #code= and letters.'
  }
  if (!/^#code=[\w-]+$/.test(link.hash)) {
    return 'This link has no code in it. A link that signs you in ends with #code= and letters.'
  }
  // A server has several addresses: the code is what counts, but not at another port.
  if (link.port !== new URL(here.origin).port) {
    return `This link is for another server (${link.host}). Open it there, or run the command for this one.`
  }
  return { to: `${link.pathname}${link.search}${link.hash}` }
}
