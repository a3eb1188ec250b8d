import { answersPerMessage, type EffectFigures } from '@crewroom/shared/model/effect'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { useQuery } from '@tanstack/react-query'
import { useTasks } from '../reports/use-tasks'
import { api } from '../sync/api'
import { shortNumber } from './agent-words'
import { waitWords } from './effect-words'
import './effect.css'

/** It tells how work went, not what happens now. */
const EVERY_MS = 15_000
/** The newest tasks are named. */
const NAMED = 8

/** What the work of a crew took, quietly below it; nothing before there was a turn. */
export function CrewEffect({ leadId }: { readonly leadId: string }) {
  const { data } = useQuery({
    queryKey: ['effect', leadId],
    queryFn: () => api.effect(leadId),
    refetchInterval: EVERY_MS,
  })
  if (!data || data.turns === 0) return null
  return (
    <section className="c-effect" aria-labelledby="c-effect-title">
      <h2 id="c-effect-title">What it took</h2>
      <Figures of={data} isPart={data.isPart} />
      {data.tasks.some(({ turns }) => turns > 0) && <ByTask leadId={leadId} tasks={data.tasks} />}
    </section>
  )
}

interface FiguresProps {
  readonly of: EffectFigures
  readonly isPart: boolean
}

function Figures({ of, isPart }: FiguresProps) {
  const { turns, tokens, emptyWakes, readTimes } = of
  const answers = answersPerMessage(of)
  const figures: readonly (readonly [id: string, name: string, amount: string, title: string])[] = [
    [
      'turns',
      turns === 1 ? 'turn' : 'turns',
      `${isPart ? 'at least ' : ''}${turns.toLocaleString('en')}`,
      'Hand-overs to agents that have ended',
    ],
    ...(tokens === null
      ? []
      : [['tokens', 'tokens', shortNumber(tokens), 'As programs reported them'] as const]),
    [
      'empty',
      emptyWakes === 1 ? 'empty wake' : 'empty wakes',
      emptyWakes.toLocaleString('en'),
      'Turns that held nothing but confirmations and notices',
    ],
    ...(answers === null
      ? []
      : [
          [
            'answers',
            'answers per message',
            answers.toFixed(1),
            'Messages that agents wrote on other agents’ words alone, by all other messages',
          ] as const,
        ]),
    ...(readTimes === null
      ? []
      : [
          [
            'read',
            'until read',
            waitWords(readTimes.median),
            `Half of the messages were read within ${waitWords(readTimes.median)}, nine of ten within ${waitWords(readTimes.p90)}`,
          ] as const,
        ]),
  ]
  return (
    <dl>
      {figures.map(([id, name, amount, title]) => (
        <div key={id} data-figure={id} title={title}>
          <dd>{amount}</dd>
          <dt>{name}</dt>
        </div>
      ))}
    </dl>
  )
}

interface ByTaskProps {
  readonly leadId: string
  readonly tasks: readonly (EffectFigures & { readonly taskId: string })[]
}

function ByTask({ leadId, tasks }: ByTaskProps) {
  const texts = new Map<string, TaskRecord>(
    (useTasks(leadId).data?.tasks ?? []).map((task) => [task.id, task]),
  )
  const named = tasks
    .filter(({ turns, taskId }) => turns > 0 && texts.has(taskId))
    .toReversed()
    .slice(0, NAMED)
  return (
    <details>
      <summary>By task</summary>
      <ul>
        {named.map((task) => (
          <li key={task.taskId}>
            <p>{texts.get(task.taskId)?.text}</p>
            <Figures of={task} isPart={false} />
          </li>
        ))}
      </ul>
    </details>
  )
}
