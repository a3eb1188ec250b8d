import type { AgentRecord } from '@crewroom/shared/model/agent'
import { ApiError, client } from '../request'

/** What of a file of a working folder came. */
export interface WorkFile {
  /** Its type is that of a picture, or text. */
  readonly content: Blob
  /** Bytes that the whole file has. */
  readonly size: number
}

/** What people are told instead of what a program needs. */
const PROBLEMS: Readonly<Record<string, string>> = {
  file_not_found: 'There is no such file any more.',
  work_files_off: 'Files of working folders are not shown any more.',
  agent_not_found: 'There is no such file any more.',
}

/** Files of agents' working folders. */
export const workFiles = {
  show: (id: string, shown: boolean) =>
    client.put('/api/lead/{id}/work-files', { path: { id }, body: { shown } }),
  /** Its folder is from now on the one that is there. */
  chooseFolder: ({ id: agentId, leadId: id }: Pick<AgentRecord, 'id' | 'leadId'>) =>
    client.put('/api/lead/{id}/work-files', { path: { id }, body: { shown: true, agentId } }),
  content: async (
    { id: agentId, leadId: id }: Pick<AgentRecord, 'id' | 'leadId'>,
    path: string,
    signal: AbortSignal,
  ): Promise<WorkFile> => {
    const address = '/api/lead/{id}/agents/{agentId}/work-files'
    const request = { path: { id, agentId }, query: { path }, signal }
    const response = await client.open(address, request).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      const { status, code, details } = error
      const said = PROBLEMS[code] ?? details['why']
      throw typeof said === 'string' ? new ApiError(status, code, said, details) : error
    })
    const content = await response.blob().catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new ApiError(0, 'network', 'The connection was lost in the middle of the file.')
    })
    return { content, size: Number(response.headers.get('Crewroom-File-Size') ?? content.size) }
  },
}
