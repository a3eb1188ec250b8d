import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, MessagesSquare, Play } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../../crew/participant'
import { groupName } from '../../groups/group-name'
import { announceMessages } from '../../shell/announcer'
import { Page } from '../../shell/Page'
import { talk } from '../../sync/api/talk'
import { person } from '../../sync/sync'
import { clockTime } from '../../ui/times'
import { setOrDelete, useAddressParams } from '../../ui/use-address-params'
import { ViewSwitch } from '../ViewSwitch'
import { heldPairs, heldWords } from './held'
import '../../shell/section.css'
import './map.css'
import { circleOrder, placesOf } from './map-layout'
import { MapPicture } from './MapPicture'
import { MapSide } from './MapSide'
import { MOST_AGENTS, type Node, nodesOf, roleOfNode } from './nodes'
import { type Counted, linesUntil, pairKey, pairsOf } from './talk-totals'
import { TalkTable } from './TalkTable'
import { useFresh } from './use-fresh'
import { useTalk } from './use-talk'
import { beginOfWindowNow, WINDOW_WORDS, windowOf, WINDOWS } from './windows'
import { drawnLater } from '../../ui/drawn-later'

const Replay = drawnLater(() => import('./MapReplay').then((own) => own.MapReplay))

/** Who writes to whom: as a picture with a replay, or as a table. */
export function TalkMap({
  state,
  view,
}: {
  readonly state: CrewState
  readonly view: 'map' | 'table'
}) {
  const leadId = state.lead.id
  const [search, change] = useAddressParams()
  const { name: personName, isReader } = useStore(person)
  const window = windowOf(search.get('window'))
  const counted: Counted = search.get('count') === 'direct' ? 'direct' : 'all'
  const withGroups = search.get('hulls') !== 'off'
  const [openRoles, setOpenRoles] = useState<ReadonlySet<string>>(new Set())
  const [pointed, setPointed] = useState<string | null>(null)
  const [moment, setMoment] = useState<number | null>(null)
  const [isReplay, setReplay] = useState(false)
  const set = (name: string, value: string | null) =>
    change((next) => setOrDelete(next, name, value), 'replace')
  const query = useTalk(leadId, window)
  const steps = useQuery({
    queryKey: ['lead', leadId, 'talk steps', window],
    queryFn: ({ signal }) => talk.talkSteps(leadId, beginOfWindowNow(window), signal),
    enabled: isReplay,
    gcTime: 0,
    retry: 1,
  })
  const replayed = steps.data?.steps
  const shown = useMemo(
    () => (moment !== null && replayed ? linesUntil(replayed, moment) : query.data),
    [moment, replayed, query.data],
  )
  const wrote = shown?.byWriter ?? {}
  const everWrote = useMemo(() => new Set(Object.keys(query.data?.byWriter ?? {})), [query.data])
  const { nodes, nodeOf } = useMemo(
    () => nodesOf(state, personName, everWrote, openRoles),
    [state, personName, everWrote, openRoles],
  )
  const groups = useMemo(
    () =>
      Object.values(state.groups)
        .filter(({ archived }) => !archived)
        .map((group) => ({
          ...group,
          // The lead is in all groups that it makes: it would be in every hull.
          memberIds: group.memberIds.filter((id) => id !== leadId && id !== HUMAN_ID),
        })),
    [state.groups, leadId],
  )
  const places = useMemo(() => {
    const byNode = groups.map(({ name, memberIds }) => ({ name, memberIds: memberIds.map(nodeOf) }))
    return placesOf(
      circleOrder(
        nodes.map(({ id }) => id),
        byNode,
      ),
    )
  }, [nodes, groups, nodeOf])
  const pairs = useMemo(
    () => pairsOf(shown?.lines ?? [], counted, nodeOf),
    [shown, counted, nodeOf],
  )
  const fresh = useFresh(pairs, `${window} ${counted} ${moment !== null} ${[...openRoles].join()}`)
  const held = heldPairs(state)
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const nameOf = (id: string) =>
    labels.get(id) ?? (participantOf(state, id, personName).kind === 'human' ? personName : knownAs(state, id)) // prettier-ignore
  const asked = search.get('pair')
  const first = held[0]
  const selected =
    asked ?? (first ? pairKey(nodeOf(first.a), nodeOf(first.b)) : pairs[0]?.key) ?? null
  const messages = shown?.messages ?? 0
  const words = `${messages.toLocaleString('en')} ${messages === 1 ? 'message' : 'messages'} ${WINDOW_WORDS[window].of}`
  const label = [
    `Who writes to whom ${WINDOW_WORDS[window].of}: ${words}.`,
    ...held.map((own) => `${nameOf(own.a)} and ${nameOf(own.b)} are held: ${heldWords(own)}.`),
  ].join(' ')
  const byWritten = groups
    .map((group) => ({ group, messages: shown?.byGroup[group.name] ?? 0 }))
    .toSorted((a, b) => b.messages - a.messages)
  const open = (node: Node) => {
    const role = roleOfNode(node.id)
    if (role === null) return setPointed(pointed === node.id ? null : node.id)
    setOpenRoles(new Set([...openRoles, role]))
    announceMessages('Map', [`${node.label}: ${node.agentIds?.length ?? 0} agents are shown.`])
  }
  const endReplay = () => {
    setReplay(false)
    setMoment(null)
  }
  return (
    <Page
      title="Comms"
      subtitle={query.data && words}
      actions={<ViewSwitch view={view} />}
      tools={
        <div className="page-tools tm-tools">
          <div className="view-switch" role="group" aria-label="Time">
            {WINDOWS.map((own) => (
              <button
                key={own}
                type="button"
                aria-pressed={own === window}
                onClick={() => {
                  endReplay()
                  set('window', own === '1h' ? null : own)
                }}
              >
                {WINDOW_WORDS[own].label}
              </button>
            ))}
          </div>
          {view === 'map' && (
            <button
              type="button"
              className="tm-chip"
              aria-pressed={withGroups}
              onClick={() => set('hulls', withGroups ? 'off' : null)}
            >
              <MessagesSquare size={14} aria-hidden="true" /> Groups
            </button>
          )}
          <button
            type="button"
            className="tm-chip"
            aria-pressed={counted === 'direct'}
            onClick={() => set('count', counted === 'direct' ? null : 'direct')}
          >
            <ArrowRight size={14} aria-hidden="true" /> Direct only
          </button>
          {openRoles.size > 0 && (
            <button type="button" className="tm-chip" onClick={() => setOpenRoles(new Set())}>
              Fold roles
            </button>
          )}
          <span className="sp" />
          {view === 'map' && !isReplay && messages > 0 && (
            <button type="button" className="tm-chip" onClick={() => setReplay(true)}>
              <Play size={14} aria-hidden="true" /> Replay
            </button>
          )}
        </div>
      }
    >
      {query.isError && (
        <p className="none" role="alert">
          Who writes to whom could not be loaded. {query.error.message}{' '}
          <button type="button" onClick={() => void query.refetch()}>
            Retry
          </button>
        </p>
      )}
      {query.data?.isPart === true && query.data.since !== null && (
        <p className="tm-part">
          Counted since {clockTime(query.data.since)}: there is more before that.
        </p>
      )}
      {view === 'table' ? (
        <TalkTable
          label={label}
          lines={(shown?.lines ?? []).filter(({ direct }) => counted === 'all' || direct > 0)}
          isDirect={counted === 'direct'}
          nameOf={(id) => (id === HUMAN_ID ? personName : knownAs(state, id))}
          groups={byWritten
            .filter((own) => own.messages > 0)
            .map((own) => ({
              name: own.group.name,
              label: groupName(own.group),
              messages: own.messages,
            }))}
        />
      ) : (
        <div className="tm" aria-busy={query.isPending}>
          <div className="tm-view">
            <div className="tm-scroll" tabIndex={-1}>
              <MapPicture
                label={label}
                {...{ nodes, places, pairs, wrote, held, nodeOf, selected, pointed, fresh }}
                groups={withGroups ? byWritten.map(({ group }) => group) : []}
                onSelect={(pair) => set('pair', pair)}
                onPoint={setPointed}
                onOpen={open}
              />
              <Legend
                withGroups={withGroups}
                isHeld={held.length > 0}
                isFolded={nodes.some(({ agentIds }) => agentIds !== null)}
              />
            </div>
            {isReplay && (
              <Suspense fallback={null}>
                <Replay
                  steps={replayed}
                  isPart={steps.data?.isPart === true}
                  problem={steps.error?.message ?? null}
                  at={moment}
                  onAt={setMoment}
                  onEnd={endReplay}
                />
              </Suspense>
            )}
          </div>
          <MapSide
            {...{ state, personName, isReader, window, held, pairs, nodes, selected }}
            onSelect={(pair) => set('pair', pair)}
          />
        </div>
      )}
    </Page>
  )
}

interface LegendProps {
  readonly withGroups: boolean
  readonly isHeld: boolean
  readonly isFolded: boolean
}

function Legend({ withGroups, isHeld, isFolded }: LegendProps) {
  return (
    <ul className="tm-legend" aria-hidden="true">
      <li>
        <i style={{ height: 2 }} />
        <i style={{ height: 5 }} />
        <i style={{ height: 9 }} /> 1, 10, 20 messages
      </li>
      {isHeld && (
        <li>
          <i className="held" /> held
        </li>
      )}
      {withGroups && (
        <li>
          <i className="hull" /> a group, without the lead
        </li>
      )}
      {isFolded && <li>More than {MOST_AGENTS} agents: those of a role stand together</li>}
    </ul>
  )
}
