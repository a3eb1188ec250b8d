import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Cable, Plus } from 'lucide-react'
import { Fragment, type RefObject } from 'react'
import { participantOf } from '../crew/participant'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { fullTime, listTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { type Circle, circleName, conversationsOf } from './circles'

interface CircleListProps {
  readonly state: CrewState
  readonly circles: readonly Circle[]
  readonly openId: string | null
  readonly personName: string
  /** Null for those who only look. */
  readonly onCreate: (() => void) | null
  readonly areFramesOpen: boolean
  readonly onFrames: () => void
  readonly framesButton: RefObject<HTMLButtonElement | null>
  /** There are more closed ones. */
  readonly more: { readonly isLoading: boolean; readonly load: () => void } | null
  /** The closed ones could not be loaded. */
  readonly retry: (() => void) | null
}

/** The circles of a crew: its own first, and the closed ones last. */
export function CircleList(props: CircleListProps) {
  const { circles, onCreate, areFramesOpen, onFrames, framesButton, more, retry } = props
  const now = useNow(20_000)
  const firstClosed = circles.findIndex(({ isClosed }) => isClosed)
  return (
    <section className="list ci-list" aria-label="Circles">
      <div className="bar">
        <h2>Circles</h2>
        <span className="cnt">{circles.filter(({ isClosed }) => !isClosed).length}</span>
        <span className="sp" />
        <button
          ref={framesButton}
          type="button"
          className={areFramesOpen ? 'ib on' : 'ib'}
          aria-label="JSON-RPC frames"
          aria-pressed={areFramesOpen}
          title="JSON-RPC frames"
          onClick={onFrames}
        >
          <Cable size={17} />
        </button>
        {onCreate && (
          <button type="button" className="btn p" onClick={onCreate}>
            <Plus size={16} />
            New circle
          </button>
        )}
      </div>
      <div className="rows ci-rows">
        <ul>
          {circles.map((circle, index) => (
            <Fragment key={circle.id}>
              {index === firstClosed && <li className="sec">Closed</li>}
              <Row {...props} circle={circle} now={now} />
            </Fragment>
          ))}
        </ul>
        {more && (
          <button
            type="button"
            className="btn ci-more"
            disabled={more.isLoading}
            onClick={more.load}
          >
            Show more
          </button>
        )}
        {retry && (
          <p className="ci-note" role="status">
            Couldn’t load the closed circles.{' '}
            <button type="button" className="link" onClick={retry}>
              Retry
            </button>
          </p>
        )}
      </div>
    </section>
  )
}

const AVATARS = 6

interface RowProps extends CircleListProps {
  readonly circle: Circle
  readonly now: number
}

function Row({ state, circle, openId, personName, now }: RowProps) {
  const { id, isCrew, isClosed, admitted, at } = circle
  const count = conversationsOf(state, id).filter(({ archived }) => isClosed || !archived).length
  const name = circleName(state, circle)
  return (
    <li>
      <Link
        className={isClosed ? 'g archived' : 'g'}
        to={paths.circle(state.lead.id, id)}
        aria-current={id === openId ? 'page' : undefined}
        data-circle={id}
      >
        <span className="n" title={name}>
          <span dir="auto">{name}</span>
        </span>
        {isCrew ? (
          <span />
        ) : (
          <time dateTime={at} title={`${isClosed ? 'Closed' : 'Created'} ${fullTime(at)}`}>
            {listTime(at, now)}
          </time>
        )}
        <span className="p">
          {count === 0
            ? isClosed
              ? 'No conversations'
              : 'No conversations yet'
            : count === 1
              ? '1 conversation'
              : `${count} conversations`}
        </span>
        <span className="m">
          <span className="stack">
            {admitted.slice(0, AVATARS).map((one) => (
              <Avatar key={one} size="sm" who={participantOf(state, one, personName)} />
            ))}
            {admitted.length > AVATARS && (
              <span className="more">+{admitted.length - AVATARS}</span>
            )}
          </span>
          {isCrew && <span className="tag">The crew</span>}
        </span>
      </Link>
    </li>
  )
}
