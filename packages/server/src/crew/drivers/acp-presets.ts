/** How one program speaks ACP. */
export interface AcpCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** How a system prompt is given to a session where the agent does not advertise the protocol's own way. */
  readonly sessionMeta: 'claude' | null
  /** Whether the usage in the answer to a prompt is that turn's, or the session's up to then. */
  readonly usage: 'turn' | 'cumulative'
  /** Whether it may replay an earlier session after it said that this is loaded. */
  readonly replayAfterLoad: boolean
}

/** A program that was tried, and what people call it. */
interface AcpPreset extends AcpCommand {
  readonly title: string
}

/**
 * Programs that were tried. The environment only turns off what nobody asked for (telemetry, updates, browser
 * windows); keys, models and endpoints are the user's own. Switches that would break a real login are left out:
 * opencode's default plugins are its logins, copilot's offline mode cuts off GitHub's models.
 */
export const ACP_PRESETS: Readonly<Record<string, AcpPreset>> = {
  claude: {
    title: 'Claude Code',
    command: 'claude-agent-acp',
    args: [],
    env: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    sessionMeta: 'claude',
    usage: 'turn',
    replayAfterLoad: false,
  },
  codex: {
    title: 'Codex',
    command: 'codex-acp',
    args: [],
    env: { NO_BROWSER: '1' },
    sessionMeta: null,
    usage: 'turn',
    replayAfterLoad: false,
  },
  opencode: {
    title: 'OpenCode',
    command: 'opencode',
    args: ['acp'],
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
    sessionMeta: null,
    usage: 'turn',
    replayAfterLoad: false,
  },
  gemini: {
    title: 'Gemini CLI',
    command: 'gemini',
    args: ['--acp'],
    env: { GEMINI_CLI_NO_RELAUNCH: 'true', NO_BROWSER: 'true' },
    sessionMeta: null,
    usage: 'turn',
    replayAfterLoad: true,
  },
  qwen: {
    title: 'Qwen Code',
    command: 'qwen',
    args: ['--acp'],
    env: { QWEN_CODE_NO_RELAUNCH: 'true' },
    sessionMeta: null,
    usage: 'turn',
    replayAfterLoad: false,
  },
  copilot: {
    title: 'GitHub Copilot',
    command: 'copilot',
    args: ['--acp', '--no-auto-update', '--disable-client-telemetry'],
    env: { COPILOT_AUTO_UPDATE: 'false' },
    sessionMeta: null,
    usage: 'cumulative',
    replayAfterLoad: false,
  },
  kimi: {
    title: 'Kimi',
    command: 'kimi',
    args: ['acp'],
    env: { KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' },
    sessionMeta: null,
    usage: 'turn',
    replayAfterLoad: false,
  },
  cline: {
    title: 'Cline',
    command: 'cline',
    args: ['--acp'],
    env: {},
    sessionMeta: null,
    usage: 'turn',
    replayAfterLoad: false,
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
    return { command, args, env: {}, sessionMeta: null, usage: 'turn', replayAfterLoad: true }
  }
  const found = Object.hasOwn(ACP_PRESETS, preset) ? ACP_PRESETS[preset] : undefined
  if (!found) throw new Error(`There is no ACP preset "${preset}"; there are ${known}.`)
  return { ...found, command: command || found.command, args: [...found.args, ...args] }
}
