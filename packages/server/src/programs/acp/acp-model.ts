import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type Fields, fields } from './acp-values'

const named = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= LIMITS.modelName ? value : null

/**
 * The model that a session runs, as its opening or an update says: in a list of models, or as an option of the session.
 */
export function modelOf(told: Fields): string | null {
  const listed = named(fields(told['models'])['currentModelId'])
  if (listed !== null) return listed
  const options = Array.isArray(told['configOptions']) ? told['configOptions'].map(fields) : []
  return named(options.find(({ category }) => category === 'model')?.['currentValue'])
}

/** The model that did most of a turn, as a quota beside the answer says. */
export function modelIn({ _meta }: Fields): string | null {
  const quota = fields(fields(_meta)['quota'])
  const usage = quota['model_usage'] ?? quota['modelUsage']
  if (!Array.isArray(usage)) return null
  const most = usage.map(fields).toSorted((a, b) => tokensOf(b) - tokensOf(a))[0]
  return named(most?.['model'])
}

function tokensOf(model: Fields): number {
  const counts = fields(model['token_count'] ?? model['tokenCount'])
  return Object.values(counts).reduce<number>(
    (sum, count) => sum + (typeof count === 'number' && Number.isFinite(count) ? count : 0),
    0,
  )
}

/** The model that a command line asks for. */
export function modelInArgs(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => arg === '--model' || arg === '-m')
  if (at >= 0) return named(args[at + 1])
  return named(args.find((arg) => arg.startsWith('--model='))?.slice('--model='.length))
}
