import { useStore } from 'zustand'
import { useKey } from '../shell/use-key'
import { toasts, UNDO, undoNewest } from './toasts'

/** Where toasts appear. Both regions are always there, so that a screen reader hears what is put into them. */
export function Toasts() {
  const all = useStore(toasts)
  useKey('undo', undoNewest)
  const list = (kind: 'news' | 'problem') =>
    all
      .filter((own) => own.kind === kind)
      .map(({ id, text, action }) => (
        <div key={id} className={`toast ${kind}`}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              aria-keyshortcuts={action.label === UNDO ? 'z' : undefined}
              onClick={action.run}
            >
              {action.label}
              {action.label === UNDO && <kbd aria-hidden="true">Z</kbd>}
            </button>
          )}
        </div>
      ))
  return (
    <div className="toasts">
      <div role="status">{list('news')}</div>
      <div role="alert">{list('problem')}</div>
    </div>
  )
}
