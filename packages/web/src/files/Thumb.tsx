import type { GroupFile } from '@crewroom/shared/model/group-file'
import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { thumbnail } from './pictures'
import { useSeen } from './use-seen'

interface ThumbProps {
  readonly chatId: string
  readonly file: GroupFile
  readonly onOpen: () => void
}

/** A picture as a small square, fetched when it comes into view. */
export function Thumb({ chatId, file, onOpen }: ThumbProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isSeen = useSeen(button)
  const { url, problem } = useThumbnail(chatId, file, isSeen)
  const name = shownHidden(file.name)
  return (
    <button
      ref={button}
      type="button"
      className="fl-thumb"
      aria-label={problem === null ? `Picture ${name}` : `Picture ${name}: ${problem}`}
      title={problem === null ? name : `${name}: ${problem}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {problem !== null && <ImageOff size={20} strokeWidth={1.6} aria-hidden="true" />}
      {url !== null && <img src={url} alt="" draggable={false} />}
    </button>
  )
}

interface Shown {
  readonly url: string | null
  readonly problem: string | null
}

const NOTHING: Shown = { url: null, problem: null }

function useThumbnail(chatId: string, file: GroupFile, isSeen: boolean): Shown {
  const [shown, setShown] = useState(NOTHING)
  useEffect(() => {
    if (!isSeen) return
    let isGone = false
    const show = (now: Shown) => !isGone && setShown(now)
    thumbnail.hold(chatId, file).then(
      (url) => show({ url, problem: null }),
      (error: unknown) =>
        show({ url: null, problem: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isGone = true
      setShown(NOTHING)
      thumbnail.release(chatId, file)
    }
  }, [chatId, file, isSeen])
  return shown
}
