import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useRef, useState } from 'react'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { FEED_KINDS, type FeedKind } from './sentence'
import { filterOf } from './feed-rows'
import { FindField } from '../ui/FindField'
import { Pills } from '../ui/Pills'
import { useNames } from './SentenceText'
import { groupName } from '../groups/group-name'

const LABEL: Readonly<Record<FeedKind, string>> = {
  messages: 'Messages',
  tasks: 'Tasks',
  agents: 'Agents',
  groups: 'Groups',
  direct: 'Direct',
}
const TYPING_MS = 150

/** What of the journal is shown. All of it is in the address, so that it can be given to somebody else. */
export function FeedFilters({ state }: { readonly state: CrewState }) {
  const [params, changeParams] = useAddressParams()
  const { kinds, agent, group } = filterOf(params)
  const nameOf = useNames(state)
  const set = (name: string, value: string) =>
    changeParams((next) => setOrDelete(next, name, value))
  const toggle = (kind: FeedKind) =>
    changeParams((next) => {
      const { kinds: chosen } = filterOf(next)
      const toggled = FEED_KINDS.filter((own) => (own === kind) !== chosen.includes(own))
      setOrDelete(next, 'kinds', toggled.join(','))
    })
  const agents = Object.values(state.agents).map(({ id }) => ({ id, name: nameOf(id) }))
  return (
    <div className="f-filters" role="search" aria-label="Filter what happened">
      <TextFilter value={params.get('q') ?? ''} onChange={(text) => set('q', text)} />
      <Pills label="Kinds">
        <button type="button" aria-pressed={kinds.length === 0} onClick={() => set('kinds', '')}>
          All
        </button>
        {FEED_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kinds.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {LABEL[kind]}
          </button>
        ))}
      </Pills>
      <div className="f-picks">
        <select
          className="f-pick"
          aria-label="Agent"
          value={agent ?? ''}
          onChange={(event) => set('agent', event.target.value)}
        >
          <option value="">Every agent</option>
          <option value="human">{nameOf('human')}</option>
          {agents
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
        <select
          className="f-pick"
          aria-label="Group"
          value={group ?? ''}
          onChange={(event) => set('group', event.target.value)}
        >
          <option value="">Every group</option>
          {Object.values(state.groups)
            .map((own) => ({ name: own.name, shown: groupName(own) }))
            .toSorted((a, b) => a.shown.localeCompare(b.shown))
            .map(({ name, shown }) => (
              <option key={name} value={name}>
                {shown}
              </option>
            ))}
        </select>
      </div>
    </div>
  )
}

function TextFilter({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // What is typed reaches the address when the typing rests; Back and links change it from outside.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => latest.current(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return <FindField label="Filter what is loaded" value={text} onChange={setText} />
}
