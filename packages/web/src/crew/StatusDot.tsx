import type { StatusLook } from './agent-status'

export function StatusDot({
  look,
  isWordShown = false,
}: {
  readonly look: StatusLook
  readonly isWordShown?: boolean
}) {
  return (
    <span className="st" data-state={look.state} title={look.word}>
      <i className={`dot ${look.dot}`} />
      <span className={isWordShown ? undefined : 'sr'}>{look.word}</span>
    </span>
  )
}
