import { useState } from 'react'

const SPACE = 'http://www.w3.org/2000/svg'

/**
 * A drawing that an agent wrote. As the source of an `img` it runs no script, loads nothing and reaches nothing of the
 * page, whatever is in it.
 */
export default function SvgPicture({ text }: { readonly text: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <p className="drawn-not">This is not a picture that can be drawn.</p>
  const named = text.includes(SPACE) ? text : text.replace(/<svg\b/i, `<svg xmlns="${SPACE}"`)
  return (
    <img
      className="drawn"
      alt="Drawing of the code"
      src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`}
      onError={() => setBroken(true)}
    />
  )
}
