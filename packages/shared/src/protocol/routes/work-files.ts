import * as z from 'zod'
import { LIMITS } from '../limits'
import { shape } from './shape'

/** Files of agents' working folders, which people see if a person has turned that on for the crew. */

export const showWorkFiles = shape({
  method: 'put',
  path: '/lead/:id/work-files',
  /** `agentId`: the folder of this agent counts as chosen as it is now. */
  body: z.strictObject({ shown: z.boolean(), agentId: z.string().min(1).max(100).optional() }),
  reply: z.strictObject({ shown: z.boolean() }),
})

/** Answers with the file itself. */
export const WORK_FILE = '/lead/:id/agents/:agentId/work-files'

export const WorkFileQuery = z.strictObject({
  /** Below the agent's working folder, with `/` between folders. */
  path: z.string().min(1).max(LIMITS.workFilePath),
})

/** Bytes that the whole file has. */
export const WORK_FILE_SIZE = 'Crewroom-File-Size'
