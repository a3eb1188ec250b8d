import type { Joining } from '@crewroom/shared/text/join-lines'
import { TOOL_SERVER } from '@crewroom/shared/text/manifest'
import type { Endpoint } from './coding-agents'

// How each coding agent that `crewroom join` knows is asked for one thing without a terminal. Nobody can be asked for a
// permission there, so what a person would allow is allowed beforehand: Crewroom's tools, and nothing else.

export interface OneShot {
  /** The coding agent's own package, where the preset's is an adapter that has it inside. */
  readonly spec?: string
  readonly args: (prompt: string) => readonly string[]
  /** Behind the others: allows Crewroom's tools. Empty where none has to be allowed. */
  readonly allow: readonly string[]
  /** In place of those with which the preset is run. */
  readonly files?: (endpoint: Endpoint) => Readonly<Record<string, string>>
}

const codexConfig = ({ url }: Endpoint) =>
  [
    `model = "fake-model"`,
    `model_provider = "fake"`,
    `[model_providers.fake]`,
    `name = "fake"`,
    `base_url = "${url}/v1"`,
    `wire_api = "responses"`,
    `env_key = "FAKE_KEY"`,
    `requires_openai_auth = false`,
    `supports_websockets = false`,
    `[features]`,
    `plugins = false`,
    `apps = false`,
    `shell_snapshot = false`,
    ``,
  ].join('\n')

export const ONE_SHOTS: Readonly<Record<Joining, OneShot>> = {
  claude: {
    spec: '@anthropic-ai/claude-code@2.1.330',
    args: (prompt) => ['-p', prompt],
    allow: ['--allowedTools', `mcp__${TOOL_SERVER}`],
  },
  codex: {
    spec: '@openai/codex@0.169.0',
    args: (prompt) => ['exec', '--skip-git-repo-check', prompt],
    allow: [],
    files: (endpoint) => ({ '.codex/config.toml': codexConfig(endpoint) }),
  },
  gemini: {
    args: (prompt) => ['-m', 'gemini-2.5-flash', '-p', prompt],
    allow: ['--allowed-tools', `mcp_${TOOL_SERVER}_*`],
  },
  copilot: {
    args: (prompt) => ['--no-auto-update', '-p', prompt],
    allow: ['--allow-tool', TOOL_SERVER],
  },
  qwen: {
    args: (prompt) => ['-p', prompt],
    allow: ['--allowed-tools', `mcp__${TOOL_SERVER}`],
  },
  opencode: {
    args: (prompt) => ['run', prompt],
    allow: [],
  },
}
