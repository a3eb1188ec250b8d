import { ChevronLeft, CopyPlus, Plus, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from '../../ui/Link'
import { scrollToRow } from '../../ui/scroll-to-row'
import type { OpenTab } from './open-tabs'

interface TabBarProps {
  readonly tabs: readonly OpenTab[]
  readonly shownKey: string | null
  readonly isOngoing: (transcriptId: string) => boolean
  readonly pathOf: (tab: OpenTab) => string
  readonly listPath: string
  readonly onClose: (key: string) => void
  readonly onCopy: () => void
  readonly onMore: () => void
}

/** Transcripts that are open. Each is a link, so that a browser tab can have it, too. */
export function TabBar(props: TabBarProps) {
  const { tabs, shownKey, isOngoing, pathOf, listPath, onClose, onCopy, onMore } = props
  return (
    <div className="ts-tabs">
      <Link className="ib back" to={listPath} aria-label="Back to the list">
        <ChevronLeft size={20} />
      </Link>
      <nav className="ts-tab-list" aria-label="Open transcripts">
        {tabs.map((tab) => {
          const isShown = tab.key === shownKey
          return (
            <span key={tab.key} className="ts-tab" data-shown={isShown || undefined}>
              <Link
                ref={isShown ? showInBar : undefined}
                to={pathOf(tab)}
                aria-current={isShown ? 'page' : undefined}
                title={tab.title}
                onMouseDown={(event) => event.button === 1 && event.preventDefault()}
                onAuxClick={(event) => closeByMiddle(event, () => onClose(tab.key))}
              >
                {isOngoing(tab.transcriptId) && (
                  <>
                    <i className="dot run" />
                    <span className="sr">ongoing, </span>
                  </>
                )}
                <span className="ts-tab-name">{tab.title}</span>
              </Link>
              <button
                type="button"
                aria-label={`Close ${tab.title}`}
                title="Close (x, or a middle click)"
                onClick={() => onClose(tab.key)}
              >
                <X size={14} />
              </button>
            </span>
          )
        })}
      </nav>
      <button
        type="button"
        className="ib"
        aria-label="Open another transcript"
        title="Open another transcript"
        onClick={onMore}
      >
        <Plus size={16} />
      </button>
      {shownKey !== null && (
        <button
          type="button"
          className="ib ts-wide"
          aria-label="Open this transcript in a second tab"
          title="Open this transcript in a second tab (d)"
          onClick={onCopy}
        >
          <CopyPlus size={16} />
        </button>
      )}
    </div>
  )
}

/** A bar that is too narrow scrolls to what is shown. */
function showInBar(link: HTMLElement | null): void {
  const bar = link?.closest<HTMLElement>('.ts-tab-list')
  const tab = link?.parentElement
  if (!bar || !tab) return
  scrollToRow(bar, tab)
  const left = tab.offsetLeft - bar.offsetLeft
  if (left < bar.scrollLeft) bar.scrollLeft = left
  else if (left + tab.offsetWidth > bar.scrollLeft + bar.clientWidth) {
    bar.scrollLeft = left + tab.offsetWidth - bar.clientWidth
  }
}

function closeByMiddle(event: MouseEvent, close: () => void): void {
  if (event.button !== 1) return
  event.preventDefault()
  close()
}
