import type { MarkKind } from './lane-model'

/** A sign per kind: told apart by shape, so that colour may be missing. */
const SHAPES: Readonly<Record<MarkKind, string>> = {
  message: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z',
  direct: 'M6 .8 11.2 6 6 11.2 .8 6z',
  task: 'M2.5 1.2v9.6L11 6z',
  done: 'M1.2 6.4 4.6 9.8 10.8 2.6',
  failed: 'M2 2h8v8H2z',
  cancelled: 'M2.4 2.4l7.2 7.2M9.6 2.4 2.4 9.6',
  joined: 'M6 1.6v8.8M1.6 6h8.8',
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
