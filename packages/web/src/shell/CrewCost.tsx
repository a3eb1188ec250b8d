import { crewUsage } from '@crewroom/shared/model/usage'
import { useStore } from 'zustand'
import { about, atLeast, money, tokenWords } from '../overview/amounts'
import { crews } from '../sync/sync'

/** `$1.94`, or `182k tokens` where nobody reports a cost: what a crew has used; nothing while nothing is known. */
export function CrewCost({ leadId }: { readonly leadId: string }) {
  // A text: it changes far less often than what it is made of.
  const text = useStore(crews, ({ views }) => {
    const usages = Object.values(views[leadId]?.live.agents ?? {}).map(({ usage }) => usage)
    const { cost, tokens, isEstimate, isMoreCost, isMoreTokens } = crewUsage(
      // One that has reported nothing may have used something.
      usages.map((usage) => ({ usage, hasWorked: true })),
    )
    if (cost !== null) return atLeast(about(money(cost), isEstimate === true), isMoreCost)
    return tokens === null ? null : atLeast(`${tokenWords(tokens)} tokens`, isMoreTokens)
  })
  return text === null ? null : ` · ${text}`
}
