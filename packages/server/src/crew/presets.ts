import type { AcpDriver } from '@crewroom/shared/model/agent'

/** How one program speaks ACP. */
export interface AcpCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** How a system prompt is given to a session where the agent does not advertise the protocol's own way. */
  readonly sessionMeta: 'claude' | null
  /** Whether the usage in the answer to a prompt is that turn's, or the session's up to then. */
  readonly usage: 'turn' | 'cumulative'
  /** Within how many milliseconds it begins to replay an earlier session after it said that this is loaded; null: never. */
  readonly replayBeginsMs: number | null
  /** Whether text without a message's id is a notice of the program, and not its model's. */
  readonly noticesWithoutId: boolean
  /** Text that the program itself writes, in a chunk of its own; null where it writes none. */
  readonly notices: RegExp | null
  /** Whether a session that goes on does not have what its program was given in a turn in which it was killed. */
  readonly forgetsCutOff: boolean
  /** The mode that its sessions are put into, where it has one that asks before it acts and begins in another. */
  readonly mode: string | null
  /** A person chose it: without it the agent does not work. */
  readonly isModeChosen: boolean
  /** How a person logs in; null where nobody knows. */
  readonly login: string | null
}

/** A program that was tried, and what people call it. */
interface AcpPreset extends AcpCommand {
  readonly title: string
  readonly login: string
  /** Installs the version that was tried: without one, npm takes an old one in silence where Node.js is old. */
  readonly install: string
  /** The least version of Node.js that its program runs on, where it needs a newer one than this server. */
  readonly minNode: string | null
}

/** What holds where nothing else is known to. */
const PLAIN = {
  env: {},
  sessionMeta: null,
  usage: 'turn',
  replayBeginsMs: null,
  noticesWithoutId: false,
  notices: null,
  forgetsCutOff: false,
  mode: null,
  isModeChosen: false,
  minNode: null,
} as const

/**
 * Programs that were tried. The environment only turns off what nobody asked for (telemetry, updates, browser
 * windows); keys, models and endpoints are the user's own. Switches that would break a real login are left out:
 * opencode's default plugins are its logins, copilot's offline mode cuts off GitHub's models.
 */
export const ACP_PRESETS: Readonly<Record<string, AcpPreset>> = {
  claude: {
    ...PLAIN,
    title: 'Claude Code',
    install: 'npm install --global @agentclientprotocol/claude-agent-acp@0.100.0',
    login: 'run claude and type /login, or set ANTHROPIC_API_KEY',
    command: 'claude-agent-acp',
    args: [],
    env: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    sessionMeta: 'claude',
  },
  codex: {
    ...PLAIN,
    title: 'Codex',
    install: 'npm install --global @agentclientprotocol/codex-acp@2.6.0',
    login: 'run codex login, or set OPENAI_API_KEY',
    command: 'codex-acp',
    args: [],
    env: { NO_BROWSER: '1' },
    noticesWithoutId: true,
  },
  opencode: {
    ...PLAIN,
    title: 'OpenCode',
    install: 'npm install --global opencode-ai@1.18.33',
    login: 'run opencode auth login',
    command: 'opencode',
    args: ['acp'],
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  },
  gemini: {
    ...PLAIN,
    title: 'Gemini CLI',
    install: 'npm install --global @google/gemini-cli@0.61.0',
    login: 'run gemini and sign in, or set GEMINI_API_KEY',
    command: 'gemini',
    args: ['--acp'],
    env: { GEMINI_CLI_NO_RELAUNCH: 'true', NO_BROWSER: 'true' },
    replayBeginsMs: 5_000,
  },
  qwen: {
    ...PLAIN,
    title: 'Qwen Code',
    install: 'npm install --global @qwen-code/qwen-code@0.24.4',
    login: 'run qwen and sign in, or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL',
    command: 'qwen',
    args: ['--acp'],
    env: { QWEN_CODE_NO_RELAUNCH: 'true' },
    mode: 'default',
  },
  copilot: {
    ...PLAIN,
    title: 'GitHub Copilot',
    install: 'npm install --global @github/copilot@1.0.102',
    login: 'run copilot login, or set GH_TOKEN',
    command: 'copilot',
    args: ['--acp', '--no-auto-update', '--disable-client-telemetry'],
    env: { COPILOT_AUTO_UPDATE: 'false' },
    usage: 'cumulative',
  },
  kimi: {
    ...PLAIN,
    title: 'Kimi',
    install: 'npm install --global @moonshot-ai/kimi-code@2.1.0',
    login: 'run kimi and type /login',
    command: 'kimi',
    args: ['acp'],
    env: { KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' },
    minNode: '22.19',
    notices:
      /^(Compacting conversation context(…$| with instruction: )|Compaction (cancelled\.$|is blocked by the current turn; |completed\.\n- Messages compacted: ))/,
  },
  cline: {
    ...PLAIN,
    title: 'Cline',
    install: 'npm install --global cline@3.0.65',
    login: 'run cline auth, and set CLINE_API_KEY',
    command: 'cline',
    args: ['--acp'],
    env: { CLINE_NO_AUTO_UPDATE: '1', DO_NOT_TRACK: '1' },
    forgetsCutOff: true,
  },
}

/**
 * What to start. With a preset, a `command` replaces its program (another path to it) and `args` come after its own;
 * without one, the command is taken as it is.
 */
export function acpCommand(spec: {
  readonly preset?: string
  readonly command?: string
  readonly args?: readonly string[]
}): AcpCommand {
  const known = Object.keys(ACP_PRESETS).join(', ')
  const { preset, command, args = [] } = spec
  if (preset === undefined) {
    if (!command) throw new Error(`An ACP agent needs a command, or one of the presets ${known}.`)
    // Nobody tried it: it may have any of these habits.
    return { ...PLAIN, command, args, replayBeginsMs: 1_000, login: null }
  }
  const found = Object.hasOwn(ACP_PRESETS, preset) ? ACP_PRESETS[preset] : undefined
  if (!found) throw new Error(`There is no ACP preset "${preset}". Use one of ${known}.`)
  return { ...found, command: command || found.command, args: [...found.args, ...args] }
}

/** What to start for an agent. */
export function acpCommandOf({ preset, command, args, mode }: AcpDriver): AcpCommand {
  const own = acpCommand({
    ...(preset === null ? {} : { preset }),
    ...(command === null ? {} : { command }),
    args,
  })
  return mode === undefined ? own : { ...own, mode, isModeChosen: true }
}

/** What the connection must know of the program that it speaks with. */
export function habitsOf(command: AcpCommand) {
  const { sessionMeta, replayBeginsMs, noticesWithoutId, notices, mode, isModeChosen, login } =
    command
  return { sessionMeta, replayBeginsMs, noticesWithoutId, notices, mode, isModeChosen, login }
}
