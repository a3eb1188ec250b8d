import { Check, X } from 'lucide-react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { FileName } from './FileName'
import { uploads } from './own-uploads'
import type { Upload } from './uploads'

/** Files that are being added to a group, and those that were refused, with why. */
export function UploadList({ chatId }: { readonly chatId: string }) {
  const own = useStore(
    uploads.store,
    useShallow((all) => all.filter((one) => one.chatId === chatId)),
  )
  if (own.length === 0) return null
  return (
    <section className="fl-uploads" aria-label="Files being added">
      <ul>
        {own.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Row({ upload }: { readonly upload: Upload }) {
  const { id, name, state, share, problem, canRetry } = upload
  return (
    <li data-state={state}>
      <div className="fl-up-head">
        <FileName name={name} />
        <span className="fl-up-state">{wordsOf(upload)}</span>
        {state === 'added' ? (
          <Check size={16} aria-hidden="true" />
        ) : (
          <button
            type="button"
            className="ib"
            aria-label={`${state === 'refused' ? 'Dismiss' : 'Stop'} ${name}`}
            onClick={() => uploads.dismiss(id)}
          >
            <X size={15} />
          </button>
        )}
      </div>
      {state === 'sending' && (
        <progress className="fl-up-bar" aria-label={`Adding ${name}`} max={1} value={share} />
      )}
      {problem !== '' && <p className="fl-up-why">{problem}</p>}
      {canRetry && (
        <button type="button" className="link" onClick={() => uploads.retry(id)}>
          Try again
        </button>
      )}
    </li>
  )
}

function wordsOf({ state, share }: Upload): string {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'sending':
      return `${Math.floor(share * 100)} %`
    case 'added':
      return 'Added'
    case 'refused':
      return 'Not added'
    default:
      return state satisfies never
  }
}
