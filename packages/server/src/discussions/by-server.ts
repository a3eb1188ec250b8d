import { SYSTEM } from '@crewroom/shared/model/participant'
import type { By } from '../crew/shard'

/** Steps and times are the server's own doing. */
export const BY_SERVER: By = { actor: SYSTEM, cause: { kind: 'system' } }
