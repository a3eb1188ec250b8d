import { TOOL_SERVER } from './manifest'

/** Coding agents that can be given a server of tools by one command of their own. */
export const JOINING = ['claude', 'codex', 'gemini', 'copilot', 'qwen', 'opencode'] as const
export type Joining = (typeof JOINING)[number]

interface JoiningAgent {
  readonly title: string
  /** The arguments of its program with which it keeps a server of tools that is started by this command. */
  readonly add: (command: readonly string[]) => readonly string[]
}

const behindDashes = (command: readonly string[]) => ['mcp', 'add', TOOL_SERVER, '--', ...command]

/** In the user's own settings: those of the folder would be committed with it. */
const asUser = ([program = '', ...args]: readonly string[]) => [
  'mcp',
  'add',
  '--scope',
  'user',
  TOOL_SERVER,
  program,
  '--',
  ...args,
]

export const JOINING_AGENTS: Readonly<Record<Joining, JoiningAgent>> = {
  claude: { title: 'Claude Code', add: behindDashes },
  codex: { title: 'Codex', add: behindDashes },
  gemini: { title: 'Gemini CLI', add: asUser },
  copilot: { title: 'Copilot', add: behindDashes },
  qwen: { title: 'Qwen Code', add: asUser },
  opencode: { title: 'OpenCode', add: behindDashes },
}

/** Where a server offers the program with which coding agents join it: one file that needs Node.js alone. */
export const PROGRAM_ADDRESS = '/crewroom.mjs'
/** The file that it becomes, for bash, zsh, fish and PowerShell alike. */
const PROGRAM_FILE = '"$HOME/.crewroom/crewroom.mjs"'

/** The command, as the program of the coding agent and its arguments. */
export function joinCommand(agent: Joining, mcp: readonly string[]): readonly string[] {
  return [agent, ...JOINING_AGENTS[agent].add(mcp)]
}

/** One line for a shell. */
export function shellLine(command: readonly string[]): string {
  return command.map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * The lines for each coding agent with which it joins by an invitation to this server. The program comes from the server
 * that the person trusts already. The code is an argument of `echo` alone, which is part of the shell: every user of a
 * machine can list the arguments of programs.
 */
export function inviteJoinLines(
  origin: string,
  code: string,
): readonly { readonly kind: Joining; readonly title: string; readonly text: string }[] {
  const get = `curl -fsS --create-dirs -o ${PROGRAM_FILE} ${quoted(origin + PROGRAM_ADDRESS)}`
  return JOINING.map((kind) => {
    const join = `join --for ${kind} --url ${quoted(origin)} --invite - --write`
    return {
      kind,
      title: JOINING_AGENTS[kind].title,
      text: `${get} && echo ${quoted(code)} | node ${PROGRAM_FILE} ${join}`,
    }
  })
}
