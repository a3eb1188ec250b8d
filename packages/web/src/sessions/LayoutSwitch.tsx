import { Columns3, Rows3 } from 'lucide-react'
import type { Layout } from './use-layout'

/** Answers side by side or one below the other. */
export function LayoutSwitch({ layout }: { readonly layout: Layout }) {
  // Where there is no room answers are stacked, whatever was chosen.
  if (!layout.hasRoom) return null
  return (
    <div className="sn-layout" role="group" aria-label="Answers">
      <button
        type="button"
        aria-pressed={layout.kind === 'compare'}
        aria-keyshortcuts="c"
        onClick={() => layout.choose('compare')}
      >
        <Columns3 size={16} />
        Compare
      </button>
      <button
        type="button"
        aria-pressed={layout.kind === 'stack'}
        aria-keyshortcuts="c"
        onClick={() => layout.choose('stack')}
      >
        <Rows3 size={16} />
        Stack
      </button>
    </div>
  )
}
