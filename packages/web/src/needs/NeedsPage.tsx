import type { CrewState } from '@crewroom/shared/state/crew-state'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useCrewState, useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { SinceVisit } from '../overview/SinceVisit'
import '../overview/rail.css'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'
import { RulesButton } from '../permissions/RulesButton'
import { paths } from '../shell/paths'
import '../shell/section.css'
import { permissionAnswers } from '../sync/permission-answers'
import { crews } from '../sync/sync'
import { Link } from '../ui/Link'
import { Pills } from '../ui/Pills'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { countNeeds } from './count-needs'
import { CrewNeeds } from './CrewNeeds'
import { useWaiting } from './waiting'
import { holdAnswer, sendHeld } from './held-answers'
import { HeldCard, HeldLine } from './HeldLine'
import { Holding } from './holding'
import { Inbox, useInbox } from './Inbox'
import { INBOX_KINDS, INBOX_WORDS, type InboxKind } from './inbox-kinds'
import './needs.css'
import { useInboxKeys } from './use-inbox-keys'

const HOLDING = { hold: holdAnswer, Line: HeldLine, Card: HeldCard }

/** What waits for a person: this crew's first, then that of the others. */
export function NeedsPage() {
  const state = useCurrentCrew()
  usePageTitle(useUnreadTotal(state), 'Needs you', state.lead.name)
  const ids = useStore(crews, (all) => all.ids) ?? []
  const views = useStore(crews, (all) => all.views)
  // What became of a request is still said for a moment.
  const settled = useStore(permissionAnswers, (all) => all.settled)
  const hasSettled = (id: string) => Object.values(settled).some(({ need }) => need.leadId === id)
  const countOf = (id: string) => {
    const view = views[id]
    return view ? countNeeds(view.state) : 0
  }
  const others = ids.filter((id) => id !== state.lead.id && (countOf(id) > 0 || hasSettled(id)))
  const own = countOf(state.lead.id)
  const total = others.reduce((sum, id) => sum + countOf(id), own)
  const box = useFocusKept(total)
  useInboxKeys(box)
  // Nobody can take back here what was answered before.
  useEffect(() => sendHeld, [])
  const { waiting, isError } = useWaiting(state)
  const inbox = useInbox(state, waiting)
  const [search, change] = useAddressParams()
  const kinds = INBOX_KINDS.filter((kind) => inbox.counts[kind] > 0)
  const filter = kinds.find((kind) => kind === search.get('show')) ?? 'all'
  const isClear = total === 0 && inbox.reports.length === 0
  const show = (kind: InboxKind | 'all') =>
    change((next) => setOrDelete(next, 'show', kind === 'all' ? null : kind))
  return (
    <Page
      title="Needs you"
      count={total}
      actions={
        <>
          <span className="inbox-keys" aria-hidden="true">
            <kbd>J</kbd> <kbd>K</kbd> move <kbd>1</kbd>–<kbd>4</kbd> choose <kbd>E</kbd> done{' '}
            <kbd>H</kbd> later <kbd>Z</kbd> undo
          </span>
          <RulesButton state={state} />
        </>
      }
      tools={
        kinds.length > 1 && (
          <div className="page-tools">
            <Pills label="Show">
              {(['all', ...kinds] as const).map((kind) => (
                <button
                  key={kind}
                  type="button"
                  aria-pressed={filter === kind}
                  onClick={() => show(kind)}
                >
                  {kind === 'all' ? (
                    'All'
                  ) : (
                    <>
                      {INBOX_WORDS[kind].chip} <span className="cnt">{inbox.counts[kind]}</span>
                    </>
                  )}
                </button>
              ))}
            </Pills>
          </div>
        )
      }
    >
      <div className="scroll" tabIndex={-1} ref={box} data-holds="">
        <Holding value={HOLDING}>
          {(own > 0 || inbox.reports.length > 0 || hasSettled(state.lead.id)) && (
            <section aria-label={state.lead.name}>
              <Inbox state={state} inbox={inbox} filter={filter} isError={isError} />
            </section>
          )}
          {others.map((id) => (
            <OtherCrew key={id} leadId={id} />
          ))}
          {isClear && <Nothing state={state} />}
        </Holding>
      </div>
    </Page>
  )
}

function OtherCrew({ leadId }: { readonly leadId: string }) {
  const state = useCrewState(leadId)
  return (
    <section className="needs" aria-label={state.lead.name}>
      <h2>
        <Link to={paths.section(leadId, 'needs')}>{state.lead.name}</Link>
        <span className="cnt">{countNeeds(state)}</span>
      </h2>
      <CrewNeeds state={state} />
    </section>
  )
}

/** What is done leaves the list, with the button that did it: the focus then goes to what is next. */
function useFocusKept(total: number) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(total)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const element = box.current
    const came = ({ target }: FocusEvent) => (focused.current = target)
    element?.addEventListener('focusin', came)
    return () => element?.removeEventListener('focusin', came)
  }, [])
  useEffect(() => {
    const hasGone = total < before.current
    before.current = total
    if (!hasGone || document.activeElement !== document.body) return
    // Nobody is taken anywhere whose place is still there, or who never was in the list.
    if (!(focused.current instanceof Node) || focused.current.isConnected) return
    // A request for permission gets the focus itself: a key that is pressed again must not answer it.
    const next = box.current?.querySelector<HTMLElement>(
      '[data-ask]:not([data-settled]), .need:not(.permission) :is(button, a, textarea)',
    )
    ;(next ?? box.current)?.focus()
  }, [total])
  return box
}

function Nothing({ state }: { readonly state: CrewState }) {
  return (
    <div className="panel" data-testid="nothing-needed">
      <CircleCheck size={28} strokeWidth={1.6} />
      <h2>Nothing needs you.</h2>
      <div className="inbox-since">
        <SinceVisit state={state} />
      </div>
      <p>
        An agent appears here when it asks for a permission, asks you something, mentions you in a
        group or a session, cannot be kept running, is refused a permission, goes quiet with its
        task open, or keeps replying to others without new work. Nothing else will interrupt you.
      </p>
    </div>
  )
}
