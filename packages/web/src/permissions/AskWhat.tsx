import type { PermissionAsk } from '@crewroom/shared/model/need'
import { Suspense } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { titleOf } from './ask-words'
import { drawnLater } from '../ui/drawn-later'

const FileDiff = drawnLater(() => import('./FileDiff').then((own) => own.FileDiff))

/** What would be done: the whole command, or the change to each file. */
export function AskWhat({ ask }: { readonly ask: PermissionAsk }) {
  const title = titleOf(ask)
  const { command, diffs, cut } = ask
  return (
    <>
      {title !== null && <p className="ask-title">{shownHidden(title)}</p>}
      {command !== null && (
        <pre className="ask-cmd" aria-label="Command">
          {shownHidden(command)}
        </pre>
      )}
      {diffs.length > 0 && (
        <Suspense fallback={<div className="ask-diff" aria-busy="true" />}>
          {diffs.map((diff, index) => (
            <FileDiff key={index} diff={diff} />
          ))}
        </Suspense>
      )}
      {cut && (
        <p className="ask-cut">
          It is too long to be shown whole: something is left out here. Refuse it if you are not
          sure what it does.
        </p>
      )}
    </>
  )
}
