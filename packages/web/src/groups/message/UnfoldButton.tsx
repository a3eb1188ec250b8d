import { useContext } from 'react'
import { ControlTab } from './mention-scope'

interface UnfoldButtonProps {
  readonly isWhole: boolean
  /** How much there is, such as `214 lines`. */
  readonly amount: string
  readonly onToggle: () => void
}

/** Shows all of what is long, and less of it again. */
export function UnfoldButton({ isWhole, amount, onToggle }: UnfoldButtonProps) {
  const tabIndex = useContext(ControlTab)
  return (
    <button
      type="button"
      className="more"
      tabIndex={tabIndex}
      aria-expanded={isWhole}
      onClick={onToggle}
    >
      {isWhole ? 'Show less' : `Show all (${amount})`}
    </button>
  )
}
