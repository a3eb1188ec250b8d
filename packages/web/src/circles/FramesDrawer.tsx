import type { CrewState } from '@crewroom/shared/state/crew-state'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RpcFrame } from '@crewroom/shared/protocol/routes/rpc-frames'
import { ArrowLeft, ArrowRight, Bell, Cable, ChevronRight, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { knownAs } from '../crew/participant'
import { admissions } from '../sync/api/admissions'
import { CopyButton } from '../ui/CopyButton'
import { fullTime } from '../ui/times'
import { DIRECTIONS, type Frames, NO_FRAMES, outcomeOf, prettyFrame, withNewer } from './frames'
import './frames.css'

const EVERY_MS = 2_000
const NEAR_END = 40

interface FramesDrawerProps {
  readonly state: CrewState
  readonly onClose: () => void
}

/** What programs of this crew say over JSON-RPC and are answered, newest last, while one looks. */
export default function FramesDrawer({ state, onClose }: FramesDrawerProps) {
  const query = useFrames(state.lead.id)
  const { frames } = query.data ?? NO_FRAMES
  const [open, setOpen] = useState<readonly number[]>([])
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => drawer.current?.focus({ preventScroll: true }), [])
  const newest = frames.at(-1)?.n ?? 0
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [newest])
  return (
    <aside
      ref={drawer}
      className="fd"
      tabIndex={-1}
      aria-label="JSON-RPC frames"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="bar">
        <h2>JSON-RPC frames</h2>
        {frames.length > 0 && <span className="cnt">{frames.length}</span>}
        <span className="sp" />
        {frames.length > 0 && (
          <CopyButton
            text={frames.map(({ frame }) => frame).join('\n')}
            what="all frames"
            label="Copy all"
          />
        )}
        <button type="button" className="ib" aria-label="Close frames" onClick={onClose}>
          <X size={17} />
        </button>
      </div>
      <div
        ref={scroller}
        className="fd-rows"
        tabIndex={-1}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END
        }}
      >
        {query.isError && (
          <p className="ci-note" role="status">
            Couldn’t load the frames. {query.error.message}
          </p>
        )}
        {query.isSuccess && frames.length === 0 && <Nothing />}
        {frames.length > 0 && (
          <ul aria-label="Frames">
            {frames.map((frame) => (
              <Row
                key={frame.n}
                frame={frame}
                who={knownAs(state, frame.agentId)}
                isOpen={open.includes(frame.n)}
                onToggle={() =>
                  setOpen((all) =>
                    all.includes(frame.n) ? all.filter((n) => n !== frame.n) : [...all, frame.n],
                  )
                }
              />
            ))}
          </ul>
        )}
      </div>
    </aside>
  )
}

function useFrames(leadId: string) {
  const client = useQueryClient()
  const queryKey = ['lead', leadId, 'rpc-frames']
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<Frames>(queryKey) ?? NO_FRAMES
      return withNewer(before, await admissions.frames(leadId, before.asOf, signal))
    },
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

const ICONS = { in: ArrowRight, out: ArrowLeft, notification: Bell } as const

interface RowProps {
  readonly frame: RpcFrame
  readonly who: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Row({ frame, who, isOpen, onToggle }: RowProps) {
  const { n, direction, method, id, at, ms, ok, cut } = frame
  const Icon = ICONS[direction]
  const text = isOpen ? prettyFrame(frame) : ''
  return (
    <li data-frame={n} data-ok={ok ?? undefined}>
      <button type="button" className="fd-row" aria-expanded={isOpen} onClick={onToggle}>
        <ChevronRight size={14} className="fd-turn" />
        <time dateTime={at} title={fullTime(at)}>
          {new Date(at).toLocaleTimeString([], { hour12: false })}
        </time>
        <span className="fd-way" title={DIRECTIONS[direction]}>
          <Icon size={14} />
          <span>{DIRECTIONS[direction]}</span>
        </span>
        <b className="mono">{method ?? 'unreadable'}</b>
        <span className="mono fd-id">{id ?? ''}</span>
        <span className="fd-who" dir="auto">
          {who}
        </span>
        <span className="fd-ms">{ms === null ? '' : `${Math.round(ms * 10) / 10} ms`}</span>
        <span className="fd-ok">{outcomeOf(frame)}</span>
      </button>
      {isOpen && (
        <div className="fd-frame">
          <pre tabIndex={0} role="region" aria-label={`Frame ${n}`}>
            {text}
            {cut && '…'}
          </pre>
          <CopyButton text={text} what={`frame ${n}`} />
        </div>
      )}
    </li>
  )
}

function Nothing() {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rpc/ws`
  return (
    <div className="panel fd-none">
      <Cable size={24} strokeWidth={1.6} />
      <h3>No frames yet</h3>
      <p>
        A program connects to <code>{address}</code> and sends <code>network/connect</code> with its
        agent’s token. What is then said is listed here, the newest last.
      </p>
      <CopyButton text={address} what="the address" label="Copy address" />
    </div>
  )
}
