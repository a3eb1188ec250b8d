/** A mode of a coding agent, as it is chosen. */
export interface PresetMode {
  /** As the program names it. */
  readonly id: string
  readonly label: string
  /** What an agent in it does without asking, and what it asks for. */
  readonly does: string
  /** Whether it changes files or runs commands unasked. */
  readonly unasked: boolean
}

const asks = (id: string, label: string, does: string): PresetMode => ({
  id,
  label,
  does,
  unasked: false,
})
const acts = (id: string, label: string, does: string): PresetMode => ({
  id,
  label,
  does,
  unasked: true,
})

const ASKS = 'asks before it changes a file or runs a command'
const PLANS = 'reads and plans; changes nothing'
const EDITS = 'changes files unasked; asks before it runs a command'
const ALL = 'changes files and runs commands unasked'
const JUDGES = 'judges on its own what is safe and does that unasked'
/** Without that gemini refuses the mode. A user trusts a folder in gemini itself, or with a variable. */
const TRUSTED = 'needs a folder that gemini trusts (GEMINI_CLI_TRUST_WORKSPACE=true)'
const COPILOT = 'https://agentclientprotocol.com/protocol/session-modes#'

/** The modes of the programs that were tried, in the versions of their presets; the first is what an agent gets. */
export const PRESET_MODES: Readonly<Record<string, readonly PresetMode[]>> = {
  claude: [
    asks('default', 'Manual', ASKS),
    acts('acceptEdits', 'Accept edits', EDITS),
    asks('plan', 'Plan', PLANS),
    acts('auto', 'Auto', JUDGES),
  ],
  codex: [
    acts('agent', 'Auto review', 'works in the folder unasked; a model reviews what may be unsafe'),
    asks('read-only', 'Read-only', 'asks before it changes a file or uses the network'),
    acts(
      'workspace-write',
      'Workspace access',
      'changes files in the folder unasked; asks for the rest',
    ),
    acts('agent-full-access', 'Full access', ALL),
  ],
  opencode: [acts('build', 'Build', ALL), asks('plan', 'Plan', PLANS)],
  gemini: [
    asks('default', 'Default', ASKS),
    acts('autoEdit', 'Auto Edit', `${EDITS}; ${TRUSTED}`),
    acts('yolo', 'YOLO', `${ALL}; ${TRUSTED}`),
    asks('plan', 'Plan', PLANS),
  ],
  qwen: [
    asks('default', 'Default', ASKS),
    asks('plan', 'Plan', PLANS),
    acts('auto-edit', 'Auto Edit', EDITS),
    acts('auto', 'Auto', JUDGES),
    acts('yolo', 'YOLO', ALL),
  ],
  copilot: [
    asks(`${COPILOT}agent`, 'Agent', ASKS),
    asks(`${COPILOT}plan`, 'Plan', PLANS),
    acts(`${COPILOT}autopilot`, 'Autopilot', ALL),
  ],
  kimi: [
    asks('default', 'Default', ASKS),
    asks('plan', 'Plan', PLANS),
    acts('auto', 'Auto', JUDGES),
    acts('yolo', 'YOLO', ALL),
  ],
  cline: [asks('act', 'Act', ASKS), asks('plan', 'Plan', PLANS)],
}
