import { useEffect, useState } from 'react'

const AFTER_MS = 150

/** Places of cards that are on their way; nothing at first, because most are here before one could see them. */
export function Skeleton() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="ov-grid" aria-busy="true" data-testid="overview-skeleton">
      {isShown &&
        Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="ov-bone" aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </div>
        ))}
    </div>
  )
}
