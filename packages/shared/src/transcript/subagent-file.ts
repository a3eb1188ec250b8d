/** Whose records a file holds. */
export interface SubagentFile {
  /** That of its transcript: different for different files of a session. */
  readonly id: string
  /** What records and results call the agent. */
  readonly agentId: string
  /** Those between the session's `subagents` and the file, without `workflows`. */
  readonly folders: readonly string[]
}

const ROOT = 'subagents'
const WORKFLOWS = 'workflows'

/** Of `agent-<id>.jsonl`, with or without the folders that it is in, such as `subagents/workflows/<run>`. */
export function subagentFileOf(fileName: string): SubagentFile {
  const parts = fileName.split(/[/\\]/)
  const agentId = (parts.pop() ?? '').replace(/^agent-/, '').replace(/\.jsonl$/, '')
  const root = parts.lastIndexOf(ROOT)
  const folders = root < 0 ? [] : parts.slice(root + 1).filter((part) => part !== WORKFLOWS)
  // Runs of one workflow may name their agents alike.
  return { id: [...folders, agentId].join('.'), agentId, folders }
}
