import type { RolloutEntry, RolloutKind } from '@crewroom/shared/model/rollout'
import { DEMO_WORKERS } from './crew'
import type { CrewFolder } from './crew-folder'
import type { Notes } from './notes'
import type { Tables } from './tables'

/** The record of each agent tells what its program was given and what it emitted, as the program has noted it. */
export async function checkRollouts(
  tables: Tables,
  folder: CrewFolder,
  rollout: (agentId: string) => Promise<readonly RolloutEntry[]>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const [id, { name }] of tables.agents) {
    const driver = DEMO_WORKERS.find((worker) => worker.name === name)?.driver ?? 'pipe'
    const differing = compare(await rollout(id), folder.notesOf(name), driver)
    wrong.push(...differing.map((what) => `the record of ${name} differs in its ${what}`))
  }
  return wrong
}

function compare(
  entries: readonly RolloutEntry[],
  notes: Notes,
  driver: 'pipe' | 'acp',
): readonly string[] {
  const of = (kind: RolloutKind) => entries.filter((entry) => entry.kind === kind)
  const texts = (kind: RolloutKind) => of(kind).map(({ text }) => text ?? '')
  const prompts = texts('prompt')
  const wrong: string[] = []
  const same = (what: string, recorded: unknown, noted: unknown) => {
    if (JSON.stringify(recorded) !== JSON.stringify(noted)) wrong.push(what)
  }
  same(
    'numbers',
    entries.map(({ n }) => n),
    entries.map((_, at) => at + 1),
  )
  if (driver === 'pipe') {
    same(
      'input',
      prompts.join('\n').split('\n'),
      notes.only('line').map(({ text }) => text),
    )
    return wrong
  }
  const noted = (kind: 'said' | 'thought') => notes.only(kind).map(({ text }) => text)
  same(
    'prompts',
    prompts,
    notes.only('prompt').map(({ text }) => text),
  )
  same('text', texts('text').join(''), noted('said').join(''))
  same('thoughts', texts('thought').join(''), noted('thought').join(''))
  const calls = notes.only('tool')
  same(
    'tool calls',
    field(of('tool_call'), 'title'),
    calls.map(({ title }) => title),
  )
  same(
    'results of tools',
    field(of('tool_result'), 'content'),
    calls.map(({ result }) => [{ type: 'content', content: { type: 'text', text: result } }]),
  )
  same(
    'plans',
    field(of('plan'), 'entries'),
    notes
      .only('plan')
      .map(({ steps, done }) =>
        steps.map((content, at) => ({ content, priority: 'medium', status: planStatus(at, done) })),
      ),
  )
  const used = of('usage').filter(({ data }) => Number(data?.['totalTokens']) > 0)
  same('usage', used.length, prompts.length)
  return wrong
}

function planStatus(at: number, done: number): string {
  if (at < done) return 'completed'
  return at === done ? 'in_progress' : 'pending'
}

function field(entries: readonly RolloutEntry[], name: string): unknown[] {
  return entries.map(({ data }) => data?.[name])
}
