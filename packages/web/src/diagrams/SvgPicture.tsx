import { useContext, useState } from 'react'
import { ControlTab } from '../groups/message/mention-scope'
import { WholePicture } from './WholePicture'

const SPACE = 'http://www.w3.org/2000/svg'

interface SvgPictureProps {
  readonly text: string
  /** A drawing is made for paper; a diagram has the colours of the page. */
  readonly of?: 'drawing' | 'diagram'
}

/**
 * A drawing that an agent wrote. As the source of an `img` it runs no script, loads nothing and reaches nothing of the
 * page, whatever is in it. Pressed, it is shown as large as there is room.
 */
export default function SvgPicture({ text, of = 'drawing' }: SvgPictureProps) {
  const tabIndex = useContext(ControlTab)
  const [isBroken, setBroken] = useState(false)
  const [isWhole, setWhole] = useState(false)
  if (isBroken) return <p className="drawn-not">This is not a picture that can be drawn.</p>
  const named = text.includes(SPACE) ? text : text.replace(/<svg\b/i, `<svg xmlns="${SPACE}"`)
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`
  return (
    <>
      <button
        type="button"
        className={`drawn-open ${of}`}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        title="Show it larger"
        onClick={() => setWhole(true)}
      >
        <img
          className="drawn"
          alt={of === 'diagram' ? 'Diagram of the code' : 'Drawing of the code'}
          src={source}
          onError={() => setBroken(true)}
        />
      </button>
      {isWhole && <WholePicture source={source} of={of} onClose={() => setWhole(false)} />}
    </>
  )
}
