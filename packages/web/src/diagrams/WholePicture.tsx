import { type SyntheticEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../ui/Dialog'

interface WholePictureProps {
  readonly source: string
  readonly of: 'drawing' | 'diagram'
  readonly onClose: () => void
}

/** A drawing as large as there is room, and never smaller than it was made: what is larger scrolls. */
export function WholePicture({ source, of, onClose }: WholePictureProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  const fit = ({
    currentTarget: { naturalWidth, naturalHeight },
  }: SyntheticEvent<HTMLImageElement>) => {
    const room = stage.current
    if (!room || naturalWidth === 0) return
    const scale = Math.min(room.clientWidth / naturalWidth, room.clientHeight / naturalHeight)
    setWidth(Math.floor(naturalWidth * Math.max(1, scale)))
  }
  // Keys and presses in here are none of the message behind it.
  const keep = (event: SyntheticEvent) => event.stopPropagation()
  return createPortal(
    <div onKeyDown={keep} onPointerDown={keep} onClick={keep} onContextMenu={keep}>
      <Dialog title={of === 'diagram' ? 'Diagram' : 'Drawing'} onClose={onClose} width="wide">
        <div
          ref={stage}
          className={`drawn-stage ${of}`}
          tabIndex={0}
          role="group"
          aria-label="Picture"
        >
          <img
            src={source}
            alt={of === 'diagram' ? 'Diagram of the code' : 'Drawing of the code'}
            style={{ width }}
            draggable={false}
            onLoad={fit}
          />
        </div>
      </Dialog>
    </div>,
    document.body,
  )
}
