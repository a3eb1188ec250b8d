import type { NeedRecord, PermissionOption, PermissionRule } from '@crewroom/shared/model/need'
import { takesPaths } from '@crewroom/shared/model/permission-words'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { relayedLine } from '@crewroom/shared/text/relay'
import type { DataDir, ServerFile } from '../data-dir'
import { StartRefused } from '../start-refused'
import { shownAgent } from './event-line'
import { answerBudget, budgetLines, budgetsAt, type Raise } from './budget-needs'
import { ask, runningServer } from './running-server'

interface NeedsOptions {
  readonly data: DataDir
  readonly print: (line: string) => void
}

/** Something that waits, with what the crew and the agent are called. */
interface Waiting {
  readonly need: NeedRecord
  readonly crew: string
  readonly who: string
  /** What it may be answered with, where that is not in the need. */
  readonly answers: readonly string[]
}

/** Prints everything that waits for the person, in all crews. */
export async function listWaiting(
  options: NeedsOptions & { readonly json: boolean },
): Promise<void> {
  const { print } = options
  const waiting = await waitingAt(await runningServer(options.data))
  if (options.json) {
    for (const { need } of waiting) print(JSON.stringify(need))
    return
  }
  if (waiting.length === 0) print('Nothing waits for you.')
  for (const { need, crew, who, answers } of waiting) {
    print(`${need.id}  ${line(crew)}, ${line(who)}: ${line(need.text, LIMITS.previewUnits)}`)
    for (const { path } of need.permission?.diffs ?? []) print(`    changes ${line(path)}`)
    for (const option of need.permission?.options ?? []) print(`    ${shown(option)}`)
    for (const answer of answers) print(`    ${answer}`)
  }
}

/** Answers a request for permission by the id or the name of one of its options, and what asks about a budget or rules by a word. */
export async function answerWaiting(
  options: NeedsOptions & {
    readonly id: string
    readonly option: string
    readonly always: boolean
    /** To what a budget is raised. */
    readonly raise: Raise
  },
): Promise<void> {
  const { id, option: given, always, raise, print } = options
  const server = await runningServer(options.data)
  const need = theOne(await waitingAt(server), id)
  if (need.kind === 'budget') {
    print(await answerBudget(server, need, given, raise))
    return
  }
  if (need.kind === 'rules') {
    print(await answerRules(server, need, given))
    return
  }
  if (!need.permission) {
    throw new StartRefused('This asks neither for permission nor about a budget or rules. Answer it on the dashboard: crewroom open.') // prettier-ignore
  }
  const option = optionOf(need.permission.options, given)
  if (!option) {
    throw new StartRefused(
      `"${given}" is none of its options. They are: ${need.permission.options.map(shown).join('; ')}.`,
    )
  }
  const response = await ask(server, `/api/lead/${need.leadId}/needs/${need.id}/permission`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ optionId: option.optionId, always }),
  })
  const { rule } = (await response.json()) as { rule: PermissionRule | null }
  print(`Answered: ${line(option.name)}.`)
  if (rule) print(`From now on: ${ruleLine(rule)}.`)
}

/** What becomes of rules of an earlier version, as it is typed. */
const RULES_ANSWERS = ['keep  they stay as they are', 'drop  they go, and you are asked again']

async function answerRules(server: ServerFile, { id }: NeedRecord, typed: string): Promise<string> {
  const action = typed.trim().toLowerCase()
  if (action !== 'keep' && action !== 'drop') {
    throw new StartRefused(`"${typed}" does not answer this. Answer keep or drop.`)
  }
  await ask(server, `/api/needs/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  })
  return action === 'keep' ? 'The rules stay as they are.' : 'The rules are gone.'
}

function theOne(waiting: readonly Waiting[], id: string): NeedRecord {
  const found = waiting.filter(({ need }) => need.id.startsWith(id))
  const one = found.find(({ need }) => need.id === id) ?? found[0]
  if (one && (found.length === 1 || one.need.id === id)) return one.need
  throw new StartRefused(
    one
      ? `Several things that wait for you begin with "${id}". Write more of the id: crewroom needs lists them.`
      : `Nothing that waits for you begins with "${id}": it was answered, or its program is gone. crewroom needs lists what waits.`,
  )
}

/** By its id first: a name may be the id of another one. */
function optionOf(
  options: readonly PermissionOption[],
  given: string,
): PermissionOption | undefined {
  const named = options.filter(({ name }) => name.toLowerCase() === given.trim().toLowerCase())
  return options.find(({ optionId }) => optionId === given) ?? (named.length === 1 ? named[0] : undefined) // prettier-ignore
}

async function waitingAt(server: ServerFile): Promise<Waiting[]> {
  const get = async <T>(path: string) => (await (await ask(server, path)).json()) as T
  const { leads } = await get<{ leads: { id: string; name: string }[] }>('/api/lead')
  const waiting: Waiting[] = []
  for (const { id, name } of leads) {
    const { needs } = await get<{ needs: NeedRecord[] }>(`/api/lead/${id}/needs`)
    if (needs.length === 0) continue
    const { agents } = await get<{ agents: Parameters<typeof shownAgent>[0][] }>(
      `/api/lead/${id}/agents`,
    )
    const budgets = needs.some(({ kind }) => kind === 'budget') ? await budgetsAt(server, id) : []
    for (const need of needs) {
      const agent = agents.find((one) => one.id === need.agentId)
      waiting.push({
        need,
        crew: name,
        who: agent ? shownAgent(agent).name : need.agentId,
        answers:
          need.kind === 'rules'
            ? RULES_ANSWERS
            : budgetLines(budgets.find(({ needId }) => needId === need.id)),
      })
    }
  }
  return waiting
}

function ruleLine({ role, toolKind, prefix, action, folder }: PermissionRule): string {
  const whom = role === null ? 'every agent' : `every ${line(role)}`
  const where = action !== 'allow' ? '' : folder ? ` in ${line(folder)}` : ' in every folder'
  if (prefix === null) return `${action} ${whom} ${toolKind}${where}`
  const which =
    action !== 'allow'
      ? 'that begins with'
      : takesPaths(prefix)
        ? 'with files of the folder'
        : 'of exactly'
  return `${action} ${whom} ${toolKind}${where} ${which}: ${line(prefix)}`
}

function shown({ optionId, name }: PermissionOption): string {
  return `${line(optionId)}  ${line(name)}`
}

/** Others wrote it: it must not move the cursor, nor begin a line. */
function line(text: string, most: number = LIMITS.permissionTitle): string {
  return relayedLine(text, most)
}
