import path from 'node:path'

// How each coding agent is pointed at a model server of one's own, and kept from the network otherwise. Nothing here is
// about Crewroom: a user sets the same to use another endpoint.

/** Where an agent's program finds its model, and where it may keep things. */
export interface Endpoint {
  readonly url: string
  readonly key: string
  readonly home: string
}

export interface CodingAgent {
  /** The preset of the product that runs it. */
  readonly preset: string
  /** Behind the preset's own. */
  readonly args?: (endpoint: Endpoint) => readonly string[]
  /** The mode in which it asks before it runs a command, where that is not the preset's. */
  readonly mode?: string
  /** What it asks for stands in its configuration below, and no mode changes that. */
  readonly isConfigured?: true
  /** It tells nobody what its model used. */
  readonly tellsNoTokens?: true
  readonly env: (endpoint: Endpoint) => Readonly<Record<string, string>>
  /** Written below its home before it starts. */
  readonly files?: (endpoint: Endpoint) => Readonly<Record<string, string | object>>
  /** Run once before it starts, with its own program. */
  readonly setup?: (endpoint: Endpoint) => readonly string[]
}

const MODEL = 'fake-model'

const codexConfig = ({ url }: Endpoint) => ({
  model: MODEL,
  model_provider: 'fake',
  model_providers: {
    fake: {
      name: 'fake',
      base_url: `${url}/v1`,
      wire_api: 'responses',
      env_key: 'FAKE_KEY',
      requires_openai_auth: false,
      supports_websockets: false,
    },
  },
  // Otherwise another model answers its requests for permission.
  approvals_reviewer: 'user',
  approval_policy: 'on-request',
})

const opencodeConfig = ({ url, key }: Endpoint) => ({
  model: `fake/${MODEL}`,
  small_model: `fake/${MODEL}`,
  enabled_providers: ['fake'],
  autoupdate: false,
  share: 'disabled',
  permission: { bash: 'ask', edit: 'ask' },
  provider: {
    fake: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Fake',
      options: { baseURL: `${url}/v1`, apiKey: key },
      models: { [MODEL]: { name: 'Fake', limit: { context: 100_000, output: 8_000 } } },
    },
  },
})

const kimiConfig = ({ url, key }: Endpoint) =>
  [
    `default_model = "fake"`,
    `telemetry = false`,
    `[providers.fake]`,
    `type = "openai"`,
    `base_url = "${url}/v1"`,
    `api_key = "${key}"`,
    `[models.fake]`,
    `provider = "fake"`,
    `model = "${MODEL}"`,
    `max_context_size = 1000000`,
  ].join('\n')

export const CODING_AGENTS: readonly CodingAgent[] = [
  {
    preset: 'claude',
    env: ({ url, key, home }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
    }),
  },
  {
    preset: 'codex',
    mode: 'read-only',
    env: (endpoint) => ({
      MODEL_PROVIDER: 'fake',
      FAKE_KEY: endpoint.key,
      CODEX_HOME: path.join(endpoint.home, '.codex'),
      CODEX_CONFIG: JSON.stringify(codexConfig(endpoint)),
    }),
    files: () => ({
      '.codex/config.toml': '[features]\nplugins = false\napps = false\nshell_snapshot = false\n',
    }),
  },
  {
    preset: 'opencode',
    isConfigured: true,
    env: (endpoint) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(endpoint)),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    }),
  },
  {
    preset: 'gemini',
    // Without a model named it asks another one which to take, before each turn.
    args: () => ['-m', 'gemini-2.5-flash'],
    env: ({ url, key, home }) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: key,
      GEMINI_CLI_HOME: home,
      // Otherwise it refuses every mode in which it acts unasked.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      '.gemini/settings.json': {
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
        // Without a terminal it takes an endpoint of one's own for another way to log in, and refuses that.
        security: { auth: { selectedType: 'gemini-api-key' } },
      },
    }),
  },
  {
    preset: 'qwen',
    env: ({ url, key }) => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: key,
      OPENAI_MODEL: MODEL,
    }),
    files: () => ({ '.qwen/settings.json': { privacy: { usageStatisticsEnabled: false } } }),
  },
  {
    preset: 'copilot',
    env: ({ url, key, home }) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: MODEL,
      COPILOT_HOME: path.join(home, '.copilot'),
      COPILOT_OFFLINE: 'true',
    }),
  },
  {
    preset: 'kimi',
    tellsNoTokens: true,
    env: ({ home }) => ({ KIMI_CODE_HOME: path.join(home, '.kimi') }),
    files: (endpoint) => ({ '.kimi/config.toml': kimiConfig(endpoint) }),
  },
  {
    preset: 'cline',
    tellsNoTokens: true,
    args: ({ home }) => ['--config', path.join(home, '.cline')],
    env: ({ key }) => ({ CLINE_API_KEY: key, CLINE_PROVIDER: 'openai-compatible' }),
    setup: ({ url, key, home }) => [
      'auth',
      '-p',
      'openai-compatible',
      '-k',
      key,
      '-m',
      MODEL,
      '-b',
      `${url}/v1`,
      '--config',
      path.join(home, '.cline'),
    ],
  },
]
