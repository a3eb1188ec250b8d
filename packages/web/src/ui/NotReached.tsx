interface NotReachedProps {
  /** A sentence about what else stays. */
  readonly also?: string
}

/** What no deletion on the server reaches, said before somebody relies on it. */
export function NotReached({ also }: NotReachedProps) {
  return (
    <p className="hint">
      Not reached: what agents’ programs and other people keep themselves, earlier exports and
      backups. {also}
    </p>
  )
}
