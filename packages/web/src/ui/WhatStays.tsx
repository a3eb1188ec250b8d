import { type DeletingVerb, whatStays } from '@crewroom/shared/text/what-stays'

interface WhatStaysProps {
  readonly after: DeletingVerb
}

/** What a deletion does not reach, said before somebody relies on it. */
export function WhatStays({ after }: WhatStaysProps) {
  return <p className="hint">{whatStays(after).join(' ')}</p>
}
