import type { ImageData } from '@crewroom/shared/transcript/groups'
import { useEffect, useRef, useState } from 'react'

/** What a browser draws without running anything. */
const SAFE = /^image\/(png|jpeg|gif|webp)$/
/** Higher and wider than this is drawn smaller. */
const MOST_PX = 1_600

interface TranscriptImageProps {
  readonly image: ImageData
  readonly alt: string
  /** Asks for the data, where it did not come; null: it will not. */
  readonly onAsk: (() => void) | null
}

/** An image out of a record, drawn: the page loads images from no address, not from one of its own data either. */
export function TranscriptImage({ image, alt, onAsk }: TranscriptImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  const isKnown = SAFE.test(image.mediaType)
  useEffect(() => {
    if (!isKnown || image.data === '') return
    let isGone = false
    drawn(image)
      .then((bitmap) => {
        if (!isGone && canvas.current) draw(canvas.current, bitmap)
        bitmap.close()
      })
      .catch(() => setBroken(true))
    return () => {
      isGone = true
    }
  }, [image, isKnown])
  if (!isKnown || isBroken) return <p className="tv-none">An image that cannot be shown.</p>
  if (image.data !== '') {
    return <canvas ref={canvas} className="tv-image" role="img" aria-label={alt} />
  }
  if (!onAsk) return <p className="tv-none">An image that is too large to be shown.</p>
  return (
    <button type="button" className="tv-more" onClick={onAsk}>
      Show the image
    </button>
  )
}

function drawn({ mediaType, data }: ImageData): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return createImageBitmap(new Blob([bytes], { type: mediaType }))
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  const scale = Math.min(1, MOST_PX / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
}
