import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import { BY_TOOL, isGuest, thinkAsGuest } from './guest-brain'
import type { Heard, Said } from './model-apis'
import { reach } from './reaching-tools'

// A model that follows fixed rules. It knows only what is in the request: who it is and who else is there from the
// manifest, what was said from the conversation. What a program forgot, or was given twice, shows in its answers.

/** The name of each program's tool that runs a command, and its arguments. */
const SHELLS: Readonly<Record<string, (command: string) => object>> = {
  Bash: (command) => ({ command }),
  bash: (command) => ({ command, description: 'Does what it was asked to' }),
  run_shell_command: (command) => ({ command, description: 'As asked', is_background: false }),
  exec_command: (cmd) => ({ cmd }),
  run_commands: (command) => ({ commands: [command] }),
}

const command = (name: CommandName, payload: object) => `\n${commandLine(name, payload)}\n`
const posts = (group: string, content: string) => command('GROUP_MESSAGE', { group, content })

const CALLS = 'I call a tool for it.'

/** What people ask for, in the words of {@link asking}. */
const DIRECTIVE =
  /(?:Please (?:run "(?<run>[^"]+)"|remember the word "(?<word>[^"]+)"|think for (?<seconds>\d+) seconds), then write|Please (?<only>write)|Which word were you told to remember\? (?<recall>Write it)) (?:"(?<text>[^"]+)" )?in "(?<group>[^"]+)"/g

export const asking = {
  toRun: (run: string, then: string, group: string) =>
    `Please run "${run}", then write "${then}" in "${group}".`,
  toRemember: (word: string, then: string, group: string) =>
    `Please remember the word "${word}", then write "${then}" in "${group}".`,
  toThink: (seconds: number, then: string, group: string) =>
    `Please think for ${seconds} seconds, then write "${then}" in "${group}".`,
  toWrite: (text: string, group: string) => `Please write "${text}" in "${group}".`,
  toUseTool: (text: string, group: string) =>
    `Please write "${text}" in "${group}" with a tool, if you have one.`,
  toRecall: (group: string) => `Which word were you told to remember? Write it in "${group}".`,
  /** Everybody asks the next one, the last the first. */
  toAskEachOther: (names: readonly string[], round: number) =>
    `Who is here in round ${round}? ${names
      .map((name, at) => `${name} asks @${names[(at + 1) % names.length]}`)
      .join(', ')}.`,
}

const FROM_CREW = /^\s*\[(Message|Group|Task|Broadcast|System|PRIORITY)\b/m
const ASIDE: Said = { text: 'ok', isAside: true }

export function think(heard: Heard): Said {
  const { system, turns, tools } = heard
  const all = [system, ...turns.map(({ text }) => text)].join('\n')
  const last = turns.findLastIndex(({ role }) => role === 'assistant')
  const fresh = turns.slice(last + 1)
  // Before it a program may repeat what it was asked long ago: when it has shortened the conversation, or was killed.
  const newest = fresh.findLast(({ text }) => FROM_CREW.test(text))
  const told = newest?.text ?? fresh.map(({ text }) => text).join('\n')
  if (tools.length > 0 && isGuest(heard)) return thinkAsGuest(heard)
  // Programs ask models for more than their user does: titles, suggestions, what to remember.
  if (!all.includes('== YOU ==') || tools.length === 0 || told.includes('[SUGGESTION MODE')) {
    return ASIDE
  }
  const users = turns
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .join('\n')
  const own = turns
    .filter(({ role }) => role === 'assistant')
    .map(({ text }) => text)
    .join('\n')
  const isNews = FROM_CREW.test(told)
  // An interrupt comes with the result of the tool that it cancelled.
  if (!isNews && !fresh.some(({ role }) => role === 'tool')) return ASIDE
  if (!isNews) return retried(told, users) ?? goesOn(users, own, heard)
  // What an interrupt cancelled is over, whether or not the program keeps it in the conversation.
  const urgent = told.lastIndexOf('[PRIORITY')
  const news = urgent === -1 ? told : told.slice(urgent)
  if (/Continue without it|while you were working/.test(news)) return goesOn(users, own, heard)
  const byTool = writesByTool(news, heard)
  if (byTool) return byTool
  return { text: answers(news, all, users, own), ...acts(news, tools) }
}

/** On its way to the tool that writes to a group, as it was asked; null where there is none, or nobody asked. */
function writesByTool(asked: string, heard: Heard): Said | null {
  const [, content, group] = BY_TOOL.exec(asked) ?? []
  return content === undefined ? null : reach('group_message', { group, content }, CALLS, heard)
}

/** codex runs commands in a sandbox; what that refuses is asked for outside of it. */
function retried(result: string, users: string): Said | null {
  const cmd = [...users.matchAll(DIRECTIVE)].at(-1)?.groups?.['run']
  if (cmd === undefined || !result.includes('Read-only file system')) return null
  const outside = { sandbox_permissions: 'require_escalated', justification: 'It writes a file' }
  return { text: 'I ask.', call: { name: 'exec_command', args: { cmd, ...outside } } }
}

/** After a tool has run or was refused, or its program was started again: what it was asked to write, unless it has. */
function goesOn(users: string, own: string, heard: Heard): Said {
  const newest = [...users.matchAll(DIRECTIVE)].at(-1)
  if (!newest?.groups) return { text: 'I do not know what to continue.' }
  const { text = '', group = '' } = newest.groups
  const isByTool = users.startsWith(' with a tool', newest.index + newest[0].length)
  if (isByTool && own.includes(CALLS)) return { text: 'That is done.' }
  const byTool = isByTool ? writesByTool(users.slice(newest.index), heard) : null
  if (byTool) return byTool
  return { text: own.includes(text) ? 'That is done.' : `I continue.${posts(group, text)}` }
}

function acts(news: string, tools: readonly string[]): Pick<Said, 'call' | 'ms'> {
  const { run, seconds } = [...news.matchAll(DIRECTIVE)].at(-1)?.groups ?? {}
  const shell = tools.find((name) => Object.hasOwn(SHELLS, name))
  const args = run === undefined || shell === undefined ? undefined : SHELLS[shell]?.(run)
  return {
    ...(shell !== undefined && args && { call: { name: shell, args } }),
    ...(seconds !== undefined && { ms: Number(seconds) * 1_000 }),
  }
}

function answers(news: string, all: string, users: string, own: string): string {
  const said = [
    ...[...news.matchAll(DIRECTIVE)].map(({ groups = {} }) => directed(groups, users)),
    ...fromGroups(news, nameIn(all)),
    ...fromTasks(news, all, users, own),
  ]
  return said.length === 0 ? 'There is nothing to do for me.' : said.join('')
}

function directed(asked: Readonly<Record<string, string | undefined>>, users: string): string {
  const { run, recall, seconds, text = '', group = '' } = asked
  if (run !== undefined) return 'I run it.'
  if (recall === undefined) {
    const thought = seconds === undefined ? '' : 'I think about it. '.repeat(20)
    return `${thought}${posts(group, text)}`
  }
  const word = /remember the word "([^"]+)"/.exec(users)?.[1]
  return posts(group, word === undefined ? 'I was told no word.' : `The word is ${word}.`)
}

/** A question of the person names whom each of them asks; one of an agent is for whoever is named in it. */
function* fromGroups(news: string, name: string): Generator<string> {
  const messages = /^\s*\[Group "([^"]+)" — ([^\]]+)\]: (.*)$/gm
  for (const [, group = '', from = '', text = ''] of news.matchAll(messages)) {
    const round = /in round (\d+)/.exec(text)?.[1]
    if (!text.includes('?') || round === undefined) continue
    const asked = new RegExp(`\\b${name} asks @(\\S+?)[,.]`).exec(text)?.[1]
    if (from.startsWith('Human') && asked !== undefined) {
      yield command('REACT', { group, emoji: '👍' })
      yield posts(group, `${name} is here in round ${round}. What do you say, @${asked}?`)
    } else if (text.includes(`@${name}?`)) {
      yield posts(group, `${name} agrees with ${from} in round ${round}.`)
    }
  }
}

function* fromTasks(news: string, all: string, users: string, own: string): Generator<string> {
  const isLead = /You are [^\n]*, the lead of the crew/.test(all)
  const others = othersIn(all)
  if (/^\s*\[Task from /m.test(news)) {
    if (!isLead) yield command('COMPLETE_TASK', { summary: `${nameIn(all)} has done its part.` })
    else for (const to of others) yield command('DELEGATE', { to, task: `The part of ${to}.` })
  }
  const reports = users.match(/completed its task/g)?.length ?? 0
  const isDue = isLead && reports >= others.length && /completed its task/.test(news)
  if (isDue && !own.includes('COMPLETE_TASK')) {
    yield command('COMPLETE_TASK', { summary: 'All parts are there.' })
  }
}

function nameIn(all: string): string {
  return /You are [^\n]*?\([0-9a-f]{8}\), called "([^"]+)"/.exec(all)?.[1] ?? 'Nobody'
}

/** The names on the newest list of the crew. */
function othersIn(all: string): string[] {
  const lines = all.slice(all.lastIndexOf('== YOUR CREW ==')).split('\n').slice(1)
  const end = lines.findIndex((line) => !line.startsWith('- '))
  return lines
    .slice(0, end === -1 ? undefined : end)
    .flatMap((line) => /^- [^"]*"([^"]+)" \(/.exec(line)?.[1] ?? [])
}
