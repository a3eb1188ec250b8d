import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { GripVertical, Plus, X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { knownAs, participantOf } from '../crew/participant'
import { Avatar } from '../ui/Avatar'
import { movedTo } from './new-discussion'
import './chips.css'

interface ParticipantChipsProps {
  readonly state: CrewState
  readonly personName: string
  readonly chosen: readonly string[]
  /** Who else could take part. */
  readonly others: readonly string[]
  readonly labelledBy: string
  readonly onChange: (chosen: readonly string[]) => void
}

/** Who takes part, in the order of turns: dragged, or moved with the arrow keys. */
export function ParticipantChips(props: ParticipantChipsProps) {
  const { state, personName, chosen, others, labelledBy, onChange } = props
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const nameOf = (id: string) => (id === HUMAN_ID ? 'You' : knownAs(state, id))
  const move = (id: string, to: number) => {
    const next = movedTo(chosen, id, to)
    onChange(next)
    setSaid(`${nameOf(id)}, ${next.indexOf(id) + 1} of ${next.length}`)
    focusGrip(id)
  }
  const focusGrip = (id: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(id)}"] .dn-grip`)?.focus(),
    )
  const takeOut = (id: string) => {
    const at = chosen.indexOf(id)
    const next = chosen.filter((own) => own !== id)
    onChange(next)
    setSaid(`${nameOf(id)} taken out`)
    const beside = next[Math.min(at, next.length - 1)]
    if (beside !== undefined) focusGrip(beside)
  }
  const onKeyDown = (event: KeyboardEvent, id: string, at: number) => {
    const step = STEPS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') takeOut(id)
    else if (step === undefined) return
    else move(id, at + step)
    event.preventDefault()
  }
  return (
    <div className="dn-chips">
      <ul ref={list} aria-labelledby={labelledBy}>
        {chosen.map((id, at) => (
          <li
            key={id}
            className="dn-chip"
            data-chip={id}
            data-dragged={dragged === id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', nameOf(id))
              setDragged(id)
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== id) onChange(movedTo(chosen, dragged, at))
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <button
              type="button"
              className="dn-grip"
              aria-label={`${nameOf(id)}, ${at + 1} of ${chosen.length}. Arrow keys move`}
              onKeyDown={(event) => onKeyDown(event, id, at)}
            >
              <GripVertical size={14} />
            </button>
            <Avatar who={participantOf(state, id, personName)} size="sm" />
            <bdi>{nameOf(id)}</bdi>
            <button
              type="button"
              className="dn-out"
              aria-label={`Take out ${nameOf(id)}`}
              onClick={() => takeOut(id)}
            >
              <X size={14} />
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger className="dn-chip dn-add">
            <Plus size={14} />
            Add
          </DropdownMenu.Trigger>
          {/* In the dialog: what is outside of it cannot be reached. */}
          <DropdownMenu.Content className="menu" align="start" sideOffset={4} collisionPadding={8}>
            {others.map((id) => (
              <DropdownMenu.Item key={id} onSelect={() => onChange([...chosen, id])}>
                <Avatar who={participantOf(state, id, personName)} size="sm" />
                <bdi>{nameOf(id)}</bdi>
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Root>
      )}
      <span className="sr" role="status">
        {said}
      </span>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
}
