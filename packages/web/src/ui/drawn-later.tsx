import { type ComponentType, createContext, lazy, useContext, useEffect, useState } from 'react'

interface GapProps {
  readonly onAgain: () => void
}

/** Takes the place of what could not be fetched. */
function NotLoaded({ onAgain }: GapProps) {
  return (
    <p className="hint bad" role="alert">
      This part could not be loaded.{' '}
      <button type="button" className="btn" onClick={onAgain}>
        Try again
      </button>
    </p>
  )
}

/** For tools and notes beside what is read, which goes on without them. */
export const LeftOut = () => null

const Again = createContext(() => {})

/**
 * A part of the page that is fetched when it is first drawn. If it cannot be fetched, the rest of the page stays, and `Gap`
 * is in its place; drawn again, it is fetched again.
 */
export function drawnLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Gap: ComponentType<GapProps> = NotLoaded,
): ComponentType<Props> {
  const asked = () =>
    lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Missed) }))
  let Part = asked()
  // A gap is drawn by what has waited and begins again with the same part: the next one is asked for when it is seen.
  function Missed() {
    const onAgain = useContext(Again)
    useEffect(() => {
      Part = asked()
    }, [])
    return <Gap onAgain={onAgain} />
  }
  return function DrawnLater(props: Props) {
    const [Own, setOwn] = useState(() => Part)
    return (
      <Again value={() => setOwn(() => Part)}>
        <Own {...props} />
      </Again>
    )
  }
}
