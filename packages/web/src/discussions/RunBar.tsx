import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { MessagesSquare, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { knownAs } from '../crew/participant'
import { elapsed, money, tokenWords } from '../overview/amounts'
import { useSeconds } from '../overview/page-clock'
import { useKey } from '../shell/use-key'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { turnIn } from './live-run'
import { PolicyPicture } from './PolicyPicture'
import { type Far, farOf, POLICY_NAMES, tokensOf, whoDecides } from './run-words'
import { useRun } from './use-run'
import './run-bar.css'

interface RunBarProps {
  readonly state: CrewState
  readonly runId: string
  readonly rounds: readonly RoundRecord[]
  /** Buttons, where the title bar has no room for them. */
  readonly tools?: ReactNode
}

/** How a discussion goes: who decides, how far it is, what it used. */
export function RunBar({ state, runId, rounds, tools }: RunBarProps) {
  const run = useRun(state, runId)
  if (!run) return <div className="dn-bar" aria-busy="true" />
  const isTurn = turnIn(state, run.sessionId) !== undefined
  const nameOf = (id: string) => knownAs(state, id)
  const who = whoDecides(run.policy, nameOf)
  return (
    <section className="dn-bar" aria-label="Discussion" data-run={run.id}>
      <PolicyPicture kind={run.policy.kind} width={40} />
      <div className="dn-policy">
        <b>{POLICY_NAMES[run.policy.kind]}</b>
        <span title={who}>{who.charAt(0).toUpperCase() + who.slice(1)}</span>
      </div>
      <div className="dn-meters">
        <Rounds run={run} far={farOf(run, rounds, isTurn)} isTurn={isTurn} />
        <Budget run={run} />
      </div>
      <Used run={run} />
      <span className="sp" />
      {tools}
      <PictureSwitch />
    </section>
  )
}

/** More rounds than these are one bar. */
const MOST_PIECES = 20

function Rounds({ run, far, isTurn }: { run: RunRecord; far: Far; isTurn: boolean }) {
  const { done, now, most } = far
  const shown = now ?? done
  const kind = isTurn ? 'wait' : 'now'
  const what = `Round ${shown} of ${most}${isTurn ? ', waits for you' : ''}`
  return (
    <div className="dn-meter">
      <span className="dn-far">
        {run.status === 'ended' ? 'Ended after ' : 'Round '}
        <b>{shown}</b> of {most}
        {run.status === 'paused' && <em> · paused</em>}
      </span>
      <span
        className="dn-pieces"
        role="progressbar"
        aria-label="Rounds"
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={shown}
        aria-valuetext={what}
      >
        {most > MOST_PIECES ? (
          <>
            <i data-is="done" style={{ flexGrow: done }} />
            {now !== null && <i data-is={kind} style={{ flexGrow: 1 }} />}
            <i style={{ flexGrow: Math.max(0, most - done - (now === null ? 0 : 1)) }} />
          </>
        ) : (
          Array.from({ length: most }, (_, at) => (
            <i key={at} data-is={at < done ? 'done' : at + 1 === now ? kind : undefined} />
          ))
        )}
      </span>
    </div>
  )
}

/** Money before tokens, where both are limited: it is what somebody pays. */
function Budget({ run: { limits, progress } }: { readonly run: RunRecord }) {
  const { usd, tokens } = limits
  const { usage } = progress
  if (usd === null && tokens === null) return null
  const isMoney = usd !== null
  const most = usd ?? tokens ?? 1
  const used = isMoney ? usage.usd : usage.tokens
  const words = isMoney ? money : tokenWords
  const text = `${used === 0 ? '' : `${usage.known ? '' : 'at least '}${words(used)} of `}${words(most)}`
  return (
    <div className="dn-meter dn-budget">
      <span className="dn-far">
        {used === 0 ? (
          <>up to {words(most)}</>
        ) : (
          <>
            {!usage.known && 'at least '}
            <b>{words(used)}</b> of {words(most)}
          </>
        )}
        {!isMoney && ' tokens'}
      </span>
      <span
        className="dn-pieces"
        role="progressbar"
        aria-label="Budget"
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(most, used)}
        aria-valuetext={text}
      >
        <i data-is="done" style={{ flexGrow: Math.min(1, used / most) }} />
        <i style={{ flexGrow: Math.max(0, 1 - used / most) }} />
      </span>
    </div>
  )
}

function Used({ run }: { readonly run: RunRecord }) {
  const tokens = tokensOf(run.progress.usage)
  return (
    <div className="dn-used">
      {tokens !== '' && (
        <span>
          <b>{tokens}</b> tokens
        </span>
      )}
      {run.endedAt === null ? (
        <Running since={run.startedAt} />
      ) : (
        <span>{elapsed(Date.parse(run.endedAt) - Date.parse(run.startedAt))} min</span>
      )}
    </div>
  )
}

function Running({ since }: { readonly since: string }) {
  const now = useSeconds()
  return <span aria-hidden="true">{elapsed(now - Date.parse(since))} min</span>
}

function PictureSwitch() {
  const [params, change] = useAddressParams()
  const isPicture = params.get('view') === 'picture'
  const show = (picture: boolean) =>
    change((next) => setOrDelete(next, 'view', picture ? 'picture' : null))
  useKey('coursePicture', () => show(!isPicture))
  return (
    <div className="dn-switch" role="group" aria-label="Show the discussion as">
      <button
        type="button"
        aria-pressed={!isPicture}
        aria-keyshortcuts="b"
        onClick={() => show(false)}
      >
        <MessagesSquare size={15} />
        <span>Talk</span>
      </button>
      <button
        type="button"
        aria-pressed={isPicture}
        aria-keyshortcuts="b"
        onClick={() => show(true)}
      >
        <Waypoints size={15} />
        <span>Picture</span>
      </button>
    </div>
  )
}
