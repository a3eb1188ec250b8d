import './progress.css'

interface ProgressLineProps {
  /** What is done, as `Importing…`. */
  readonly what: string
  /** How far it is, in words; empty where nobody knows. */
  readonly far: string
  /** 0 to 1; null where nobody knows how much there is. */
  readonly share: number | null
}

/** How far something has come that takes its time: a bar, and the same in words. */
export function ProgressLine({ what, far, share }: ProgressLineProps) {
  return (
    <div className="pr">
      <p className="pr-words">
        <b>{what}</b>
        <span className="pr-far">{far}</span>
      </p>
      <progress
        className="pr-bar"
        aria-label={what}
        max={1}
        {...(share === null ? {} : { value: Math.min(1, Math.max(0, share)) })}
      />
    </div>
  )
}
