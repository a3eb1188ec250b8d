import { ROUTE_TABLE } from '../routes/table'
import { AGENT_OPERATIONS } from './agent-operations'
import { CREW_OPERATIONS } from './crew-operations'
import { FILE_OPERATIONS, WORK_FILE_OPERATIONS } from './file-operations'
import { GROUP_OPERATIONS } from './group-operations'
import { RUN_OPERATIONS, TRANSCRIPT_OPERATIONS } from './run-operations'
import type { Operation } from '../routes/operation'

/**
 * Every route of the API. `openapi.test.ts` holds it equal to what express has, in both directions, and
 * `scripts/check-routes.mjs` to the examples.
 */
export const OPERATIONS: readonly Operation[] = [
  ...CREW_OPERATIONS,
  ...ROUTE_TABLE.map(({ operation }) => operation),
  ...RUN_OPERATIONS,
  ...TRANSCRIPT_OPERATIONS,
  ...FILE_OPERATIONS,
  ...WORK_FILE_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...GROUP_OPERATIONS,
]

/** Made once: tests look up every address that they call. */
let forms: readonly { operation: Operation; form: RegExp }[] | null = null

/** The operation that answers an address, or null; `address` may have values or names for its parameters. */
export function operationAt(method: string, address: string): Operation | null {
  const path = (address.split('?')[0] ?? '').replace(/^\/api/, '')
  forms ??= OPERATIONS.map((operation) => {
    const form = operation.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')
    return { operation, form: new RegExp(`^${form}$`) }
  })
  const verb = method.toLowerCase()
  const found = forms.find(({ operation, form }) => operation.method === verb && form.test(path))
  return found?.operation ?? null
}
