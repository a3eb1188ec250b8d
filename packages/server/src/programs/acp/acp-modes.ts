import { type Fields, fields } from './acp-values'

/** The modes that an agent offers for its session. */
interface OfferedModes {
  readonly ids: readonly string[]
  readonly current: string | null
  /** The configuration option that is the mode; null where modes have a method of their own. */
  readonly configId: string | null
}

/** The modes of one session. */
export class SessionModes {
  readonly #request: (method: string, params: object) => Promise<unknown>
  readonly #isOver: () => boolean
  #offered: OfferedModes | null = null

  constructor(
    request: (method: string, params: object) => Promise<unknown>,
    isOver: () => boolean,
  ) {
    this.#request = request
    this.#isOver = isOver
  }

  /** Puts a session that was opened into a mode, if one is wanted. Returns why that failed, or null. */
  async begin(sessionId: string, opened: Fields, mode: string | null): Promise<string | null> {
    this.#offered = offeredModes(opened)
    if (!mode || this.#offered?.current === mode) return null
    return modeProblem(this.#offered, mode) ?? (await this.#enter(sessionId, mode))
  }

  /** The same later (null: the mode in which it began). */
  async set(sessionId: string, wanted: string | null): Promise<string | null> {
    const mode = wanted ?? this.#offered?.current ?? null
    if (mode === null) return null
    return modeProblem(this.#offered, mode) ?? (await this.#enter(sessionId, mode))
  }

  /** Why the agent did not take this mode, which it offers; null if it did. */
  async #enter(sessionId: string, mode: string): Promise<string | null> {
    if (!this.#offered) return null
    const [method, params] = modeRequest(this.#offered, sessionId, mode)
    try {
      await this.#request(method, params)
      return null
    } catch (error) {
      if (this.#isOver()) throw error
      return `Its program did not take the mode "${mode}": ${error instanceof Error ? error.message : String(error)}`
    }
  }
}

/** As the answer to opening a session has them, in either form of the protocol; null if there are none. */
function offeredModes(opened: Fields): OfferedModes | null {
  const { availableModes, currentModeId } = fields(opened['modes'])
  if (Array.isArray(availableModes)) {
    return { ids: idsOf(availableModes, 'id'), current: textOf(currentModeId), configId: null }
  }
  const options = opened['configOptions']
  const option = (Array.isArray(options) ? options : [])
    .map(fields)
    .find(({ category, id, type }) => type === 'select' && (category ?? id) === 'mode')
  const values = option?.['options']
  const configId = textOf(option?.['id'])
  if (!option || configId === null || !Array.isArray(values)) return null
  return { ids: idsOf(values, 'value'), current: textOf(option['currentValue']), configId }
}

/** The request that puts a session into a mode. */
function modeRequest(
  { configId }: OfferedModes,
  sessionId: string,
  mode: string,
): readonly [method: string, params: object] {
  return configId === null
    ? ['session/set_mode', { sessionId, modeId: mode }]
    : ['session/set_config_option', { sessionId, configId, value: mode }]
}

/** Why an agent cannot be put into a mode, in a sentence; null if it offers the mode. */
function modeProblem(offered: OfferedModes | null, mode: string): string | null {
  if (offered?.ids.includes(mode)) return null
  const ids = offered?.ids ?? []
  const has = ids.length === 0 ? 'it has no modes' : `its modes are ${ids.join(', ')}`
  return `Its program has no mode "${mode}": ${has}. Choose another mode for the agent.`
}

function idsOf(list: readonly unknown[], key: string): string[] {
  return list.flatMap((one) => textOf(fields(one)[key]) ?? [])
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
