import type { ImageData } from '@crewroom/shared/transcript/groups'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { shownHidden } from '../groups/message/text-pieces'
import { bytesOf } from '../ui/amounts'
import { clockTime, fullTime } from '../ui/times'
import { CutText } from './items/CutText'
import { TranscriptImage } from './items/TranscriptImage'
import { type RowOf, useTranscript } from './transcript-context'

/** What somebody asked for, at the right. What an agent of a crew was given says by whom, and where. */
export function UserChatGroup({ row }: { readonly row: RowOf<'user'> }) {
  const { item } = row
  const { userName, details, from } = useTranscript()
  const whole = useStore(details.store, ({ texts }) => texts.get(item.id))
  const text = whole?.type === 'user' ? whole.text : item.text
  const ask = () => void details.text(item.id, 'user')
  return (
    <div className="tv-user">
      <time dateTime={item.timestamp} title={fullTime(item.timestamp)}>
        {item.delivered.length === 0 && `${userName}, `}
        {clockTime(item.timestamp)}
      </time>
      <div className="tv-bubble">
        {item.commands.map((command, index) => (
          <p key={index} className="tv-command">
            <code>{shownHidden(command.raw)}</code>
          </p>
        ))}
        {item.delivered.length > 0 && from
          ? item.delivered.map((delivered, index) => (
              <div key={index} className="tv-delivered">
                <p className="tv-from">{from(delivered)}</p>
                <CutText text={{ text: delivered.text }} onWhole={ask} />
              </div>
            ))
          : text.text !== '' && <CutText text={text} onWhole={ask} />}
        {item.fileReferences.length > 0 && (
          <p className="tv-refs">
            {item.fileReferences.map(({ path }, index) => (
              <span key={index} className="tv-ref">
                <FileText size={13} aria-hidden="true" />
                {shownHidden(path)}
              </span>
            ))}
          </p>
        )}
        {item.images.length > 0 && (
          <Images
            sizes={item.images}
            images={whole?.type === 'user' ? whole.images : null}
            onAsk={ask}
          />
        )}
      </div>
    </div>
  )
}

interface ImagesProps {
  readonly sizes: readonly { readonly bytes: number }[]
  readonly images: readonly ImageData[] | null
  readonly onAsk: () => void
}

function Images({ sizes, images, onAsk }: ImagesProps) {
  const [isAsked, setAsked] = useState(false)
  const bytes = sizes.reduce((sum, own) => sum + own.bytes, 0)
  if (images) {
    return (
      <div className="tv-images">
        {images.map((image, index) => (
          <TranscriptImage key={index} image={image} alt={`Image ${index + 1}`} onAsk={null} />
        ))}
      </div>
    )
  }
  return (
    <button
      type="button"
      className="tv-more"
      aria-busy={isAsked}
      onClick={() => {
        setAsked(true)
        onAsk()
      }}
    >
      Show {sizes.length === 1 ? 'the image' : `${sizes.length} images`} ({bytesOf(bytes)})
    </button>
  )
}
