import type { MarkKind } from './lane-model'

/** A sign per kind: told apart by shape, so that colour may be missing. */
const SHAPES: Readonly<Record<MarkKind, string>> = {
  message: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z',
  direct: 'M6 .8 11.2 6 6 11.2 .8 6z',
  interrupt: 'M6.8 .6 2 6.9h3.3L4.6 11.4 10 4.9H6.4z',
  task: 'M2.5 1.2v9.6L11 6z',
  done: 'M1.2 6.4 4.6 9.8 10.8 2.6',
  failed: 'M2 2h8v8H2z',
  cancelled: 'M2.4 2.4l7.2 7.2M9.6 2.4 2.4 9.6',
  returned: 'M6 1.6v8.8M1.6 6h8.8',
  ended: 'M6 1v10',
  held: 'M3.6 1.8v8.4M8.4 1.8v8.4',
}

export function MarkIcon({ kind }: { readonly kind: MarkKind }) {
  return (
    <svg className={`l-mark ${kind}`} viewBox="0 0 12 12" aria-hidden="true">
      <path d={SHAPES[kind]} />
    </svg>
  )
}

/** How a life ended: a green disc with a check, a red square, a grey disc. */
export function EndIcon({ end }: { readonly end: 'completed' | 'failed' | 'terminated' }) {
  return (
    <svg className={`l-end ${end}`} viewBox="0 0 18 18" aria-hidden="true">
      {end === 'failed' ? (
        <rect x="1.5" y="1.5" width="15" height="15" rx="3" />
      ) : (
        <circle cx="9" cy="9" r="8" />
      )}
      <path
        d={
          end === 'completed'
            ? 'M5.2 9.4 8 12l4.8-5.6'
            : end === 'failed'
              ? 'M6.2 6.2l5.6 5.6M11.8 6.2l-5.6 5.6'
              : 'M5.6 9h6.8'
        }
      />
    </svg>
  )
}
