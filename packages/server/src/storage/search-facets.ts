import type { Feature } from '../journal/ports/search-port'

/** What is true of a message, as words of the index beside its text, so that no filter has to look at every hit. */
export interface Facets {
  readonly leadId: string
  readonly groupName: string
  readonly from: string
  readonly content: string
  readonly reacted: boolean
}

const LINK = /\bhttps?:\/\/\S/i
const CODE = /```|~~~|`[^`\n]+`/

export function facetsOf({ leadId, groupName, from, content, reacted }: Facets): string {
  const facets = [leadFacet(leadId), groupFacet(groupName), fromFacet(from)]
  if (LINK.test(content)) facets.push(featureFacet('link'))
  if (CODE.test(content)) facets.push(featureFacet('code'))
  if (reacted) facets.push(featureFacet('reaction'))
  return facets.join(' ')
}

export const leadFacet = (leadId: string): string => `lead${hex(leadId)}`
export const groupFacet = (groupName: string): string => `group${hex(groupName)}`
export const fromFacet = (from: string): string => `from${hex(from)}`
export const featureFacet = (feature: Feature): string => `has${feature}`

/** Any name as one word. */
function hex(name: string): string {
  return Buffer.from(name, 'utf8').toString('hex')
}
