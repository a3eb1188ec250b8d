import type { AdmissionEvent } from '@crewroom/shared/protocol/events'
import { type Part, type Sentence, told } from './sentence'

/** Who may talk together. A circle has no name of its own: its members give it its name. */
export function admissionSentence(event: AdmissionEvent): Sentence {
  const { admission, by, gone = [] } = event
  const admitted = admission.admitted.map(({ id }) => id)
  const say = (parts: readonly Part[], about: readonly string[]) =>
    told('groups', by, [{ who: by }, ...parts], { about })
  switch (event.type) {
    case 'admission:created': {
      const others = admitted.filter((id) => id !== by)
      if (others.length === 0) return say([' created a circle'], others)
      const isIn = others.length < admitted.length
      return say([` created a circle ${isIn ? 'with' : 'of'} `, { many: others }], others)
    }
    case 'admission:updated': {
      const newest = admitted.slice(-1)
      if (gone.length === 0) return say([' admitted ', { many: newest }, ' to a circle'], newest)
      if (gone.length === 1 && gone[0] === by) return say([' left ', ...named(admitted)], admitted)
      return say([' removed ', { many: gone }, ' from ', ...named(admitted)], gone)
    }
    case 'admission:closed':
      return say([' closed ', ...named(admitted)], admitted)
    default:
      return event.type satisfies never
  }
}

function named(admitted: readonly string[]): readonly Part[] {
  return admitted.length === 0 ? ['a circle'] : ['the circle of ', { many: admitted }]
}
