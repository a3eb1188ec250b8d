import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type DragEvent, useCallback, useEffect, useState } from 'react'
import { knownAs } from '../../crew/participant'
import { useKey } from '../../shell/use-key'
import { agents as api } from '../../sync/api/agents'
import { tellDone } from '../../ui/tell-done'
import { toast } from '../../ui/toasts'
import type { BoardTask } from './columns'
import { keyOf, nextTarget, type Target, targetsOf } from './targets'

interface Lifted {
  readonly item: BoardTask
  readonly targets: readonly Target[]
  /** The target that it is above, among `targets`; -1 for none. */
  readonly at: number
  readonly byKeys: boolean
}

export type Move = ReturnType<typeof useMove>

/** Moving a task to another agent or to Done: by mouse, by keys, and from a dialog, with the same targets. */
export function useMove(
  state: CrewState,
  agents: readonly AgentRecord[],
  items: readonly BoardTask[],
  /** The card that has the focus is this one from now on. */
  follow: (taskId: string) => void,
  isOn: boolean,
) {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  // The agent may have done it meanwhile: then there is nothing to move.
  const isThere = lifted !== null && items.some(({ task }) => task.id === lifted.item.task.id)
  const held = isThere ? lifted : null
  const target = held?.targets[held.at]

  const put = useCallback(
    async ({ task, column }: BoardTask, to: Target) => {
      setLifted(null)
      try {
        if (to === 'done') {
          // The server closes the oldest task of an agent, which may be another by now.
          if (!items.some((own) => own.task.id === task.id && own.isFirst)) {
            return toast.problem(
              'The task was not closed: its agent has ended it, or works on another.',
            )
          }
          await api.endTask(task.agentId, 'completed')
          follow(task.id)
          return toast.news('The task is closed as done.')
        }
        const isMissed = items.some(({ task: { waits } }) => waits?.lost.includes(task.id))
        const moved = await (column === 'failed'
          ? api.delegate(
              to.agentId,
              task.text,
              task.context,
              isMissed ? { insteadOf: task.id } : {},
            )
          : api.reassign(task.leadId, task.id, to.agentId))
        follow(moved.task.id)
        const who = knownAs(state, to.agentId)
        tellDone(moved.task.waits ? `The task waits for ${who}.` : `${who} has the task.`, moved)
      } catch (error) {
        toast.failed('The task was not moved.', error)
      }
    },
    [state, items, follow],
  )

  useKey(
    'moveTask',
    () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset['task']
      const item = items.find(({ task }) => task.id === id)
      const targets = item ? targetsOf(item, agents) : []
      if (!item || targets.length === 0) return false
      setLifted({ item, targets, at: 0, byKeys: true })
      return true
    },
    isOn && held === null,
  )

  const keys = held?.byKeys ? held : null
  useEffect(() => {
    if (!keys) return
    const { item, targets, at } = keys
    const listen = (event: KeyboardEvent) => {
      const next = nextTarget(event.key, at, targets.length)
      const chosen = targets[at]
      if (next !== null) setLifted({ ...keys, at: next })
      else if (event.key === 'Enter' && chosen !== undefined) void put(item, chosen)
      else if (event.key === 'Escape') setLifted(null)
      else if (event.key === 'Tab') return setLifted(null)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const leave = () => setLifted(null)
    addEventListener('keydown', listen, true)
    addEventListener('pointerdown', leave)
    return () => {
      removeEventListener('keydown', listen, true)
      removeEventListener('pointerdown', leave)
    }
  }, [keys, put])

  const indexOf = (key: string | undefined) =>
    held?.targets.findIndex((one) => keyOf(one) === key) ?? -1

  return {
    lifted: held,
    /** The agent whose cards and chip are marked, or `done`. */
    over: target === undefined ? null : keyOf(target),
    put,
    drag: (item: BoardTask) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', item.task.text)
        // What is drawn under the pointer is the card as it was before it is marked as lifted.
        const targets = targetsOf(item, agents)
        setTimeout(() => setLifted({ item, targets, at: -1, byKeys: false }))
      },
      onDragEnd: () => setLifted(null),
    }),
    /** A place on which a task can be dropped: an agent's card or chip, or a column. */
    place: (key: string) => ({
      onDragOver: (event: DragEvent) => {
        const at = indexOf(key)
        if (!held || at < 0) return
        event.preventDefault()
        event.stopPropagation()
        if (held.at !== at) setLifted({ ...held, at })
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (held && !currentTarget.contains(relatedTarget as Node | null)) {
          setLifted({ ...held, at: -1 })
        }
      },
      onDrop: (event: DragEvent) => {
        const to = held?.targets[indexOf(key)]
        if (!held || to === undefined) return
        event.preventDefault()
        event.stopPropagation()
        void put(held.item, to)
      },
    }),
  }
}

/** What can be done with the task that is lifted, and what Enter or letting go would do. */
export function moveWords(state: CrewState, { lifted }: Pick<Move, 'lifted'>): string {
  if (!lifted) return ''
  const { targets, at, byKeys } = lifted
  const target = targets[at]
  const does =
    target === undefined
      ? `Drop it on another agent’s name or card${targets.includes('done') ? ', or on Done' : ''}`
      : target === 'done'
        ? 'Close it as done'
        : `Give it to ${knownAs(state, target.agentId)}`
  if (!byKeys) return `${does}.`
  return `${does}, ${at + 1} of ${targets.length}. Arrows choose, Enter moves the task, Escape leaves it.`
}
