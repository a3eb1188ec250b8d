/**
 * The document with each schema in the places that name it. It takes the place of a package of the viewer that can also
 * read YAML and fetch what other servers have.
 */
export default async function wholeDocument(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const document = await response.json()
  const known = new Map()
  const open = new Set()

  function whole(part) {
    if (typeof part !== 'object' || part === null) return part
    if (typeof part.$ref === 'string') return named(part.$ref)
    if (Array.isArray(part)) return part.map(whole)
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, whole(value)]))
  }

  function named(reference) {
    const [, ...path] = reference.split('/')
    // A schema that contains itself would never end.
    if (open.has(reference)) return { type: 'object', description: `Again a ${path.at(-1)}.` }
    if (known.has(reference)) return known.get(reference)
    open.add(reference)
    const found = whole(path.reduce((below, name) => below[name], document))
    open.delete(reference)
    known.set(reference, found)
    return found
  }

  return whole(document)
}
