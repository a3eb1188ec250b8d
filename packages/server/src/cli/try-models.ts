import { relayedLine } from '@crewroom/shared/text/relay'
import type { DriverInput } from '../agents/create-agent'
import type { TryPorts } from '../programs/try-program'
import { type Finding, note, ok, problem } from './finding'

type Environment = Readonly<Record<string, string | undefined>>
type Model = Extract<DriverInput, { kind: 'model' }>

/** What comes from outside is cut. */
const SHOWN = 300
/** A list of models is not that long; a page may be. */
const MOST_BYTES = 1024 * 1024

/** The models that are set up, each with what its endpoint says when it may be asked. */
export function examineModels(
  drivers: Readonly<Record<string, DriverInput>>,
  environment: Environment,
  tries: Pick<TryPorts, 'ms' | 'mask' | 'signal'> | undefined,
): Promise<Finding[]> {
  const models = Object.entries(drivers).flatMap(([name, driver]) =>
    driver.kind === 'model' ? [[name, driver] as const] : [],
  )
  return Promise.all(
    models.map(async ([name, driver]) => {
      const { baseUrl, model, apiKey, apiKeyEnv } = driver
      const what = `model ${name}: ${model} at ${baseUrl}`
      const key = apiKey ?? (apiKeyEnv === undefined ? undefined : environment[apiKeyEnv])
      if (apiKeyEnv !== undefined && !key) return note(`${what} has no key: ${apiKeyEnv} is not set`) // prettier-ignore
      return tries ? await tried(what, driver, key, tries) : ok(what)
    }),
  )
}

/** Asks for its list of models: no model is asked, so nothing is paid for. */
async function tried(
  what: string,
  { baseUrl, model }: Model,
  key: string | undefined,
  { ms, mask, signal }: Pick<TryPorts, 'ms' | 'mask' | 'signal'>,
): Promise<Finding> {
  const fails = (why: string) => problem(`${what} does not work here. ${relayedLine(mask.mask(why), SHOWN)}`) // prettier-ignore
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
    })
    const { status } = response
    if (status === 401 || status === 403) return fails(`It answers ${status}: check its key.`)
    // Some endpoints have models and no list of them.
    const ids = response.ok ? idsIn(await beginning(response)) : null
    if (ids === null) return note(`${what} answers, but lists no models (${status})`)
    if (ids.includes(model)) return ok(`${what} answers and has it`)
    const others = ids.slice(0, 5).map((id) => relayedLine(id, 80))
    return fails(`It answers, but does not list ${model}. It has: ${others.join(', ') || 'none'}.`)
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message
    return fails(`Nothing answers there: ${why}.`)
  }
}

async function beginning(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.byteLength
    if (bytes > MOST_BYTES) break
  }
  return Buffer.concat(parts).toString()
}

/** Null if it is not a list of models. */
function idsIn(text: string): string[] | null {
  try {
    const { data } = JSON.parse(text) as { readonly data?: unknown }
    if (!Array.isArray(data)) return null
    return data.flatMap((one: unknown) => {
      const { id } = (one ?? {}) as { readonly id?: unknown }
      return typeof id === 'string' ? id : []
    })
  } catch {
    return null
  }
}
