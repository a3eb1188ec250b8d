import { CircleCheck, Circle, CircleDot } from 'lucide-react'
import { shownHidden } from '../../groups/message/text-pieces'
import { JsonTool } from './JsonTool'
import { inputOf, isRecord, textIn } from './tool-input'
import { ToolError } from './ToolOutput'
import type { ToolViewProps } from './tool-looks'

const LOOKS = {
  completed: { icon: CircleCheck, word: 'Done' },
  in_progress: { icon: CircleDot, word: 'Now' },
  pending: { icon: Circle, word: 'Open' },
} as const

/** A list of steps, as the agent left it. */
export function TodoTool(props: ToolViewProps) {
  const todos = inputOf(props.tool)?.['todos']
  if (!Array.isArray(todos)) return <JsonTool {...props} />
  return (
    <>
      <ul className="tv-todos">
        {(todos as readonly unknown[]).filter(isRecord).map((todo, index) => {
          const status = String(todo['status'])
          const look = Object.hasOwn(LOOKS, status)
            ? LOOKS[status as keyof typeof LOOKS]
            : LOOKS.pending
          return (
            <li key={index} data-status={status}>
              <look.icon size={14} aria-label={look.word} />
              <span>{shownHidden(textIn(todo, 'content', 'activeForm') ?? '')}</span>
            </li>
          )
        })}
      </ul>
      <ToolError {...props} />
    </>
  )
}
