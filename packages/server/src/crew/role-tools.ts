import { commandTools, ANSWER, READ_INBOX } from '@crewroom/shared/command/tools'
import { TOOL_KINDS, type ToolKind } from '@crewroom/shared/model/need'
import { TOOL_SERVER } from '@crewroom/shared/text/manifest'

/** The tools that the definition of a role lists. A list only narrows: what is not in it is asked about, and nothing in it is allowed. */
export interface RoleTools {
  /** As they are written there. */
  readonly listed: readonly string[]
  /** Kinds that rules may allow. */
  readonly kinds: readonly ToolKind[]
  /** Crewroom's own tools that are offered to a model; null: the list is not about them. */
  readonly own: readonly string[] | null
  /** Names that mean nothing here: nothing is allowed by them. */
  readonly unknown: readonly string[]
}

/** Everything is listed. */
const ALL = new Set(['*', 'all'])

/** What coding agents call their tools, by the kind of which their requests for permission are. */
const NAMES: Partial<Readonly<Record<ToolKind, string>>> = {
  read: 'read notebookread readfile readmanyfiles view cat',
  edit: 'edit multiedit notebookedit write writefile editfile replace patch applypatch strreplace',
  delete: 'deletefile remove',
  move: 'movefile rename',
  search: 'grep glob ls list listdirectory codesearch find searchfilecontent',
  execute: 'bash shell run runshellcommand runcommand terminal powershell bashoutput killshell',
  think: 'task agent todo todowrite todoread',
  fetch: 'webfetch websearch web googlewebsearch',
  switch_mode: 'exitplanmode switchmode',
}

const KIND_OF = new Map<string, ToolKind>([
  ...TOOL_KINDS.map((kind) => [plain(kind), kind] as const),
  ...Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as ToolKind] as const),
  ),
])

/** What a list of tools means; null: it narrows nothing. */
export function roleTools(listed: readonly string[]): RoleTools | null {
  if (listed.some((name) => ALL.has(name.toLowerCase()))) return null
  const kinds = new Set<ToolKind>()
  const own = new Set<string>()
  const unknown: string[] = []
  for (const name of listed) {
    const ours = ownTool(name)
    const kind = KIND_OF.get(plain(name))
    if (ours !== null) own.add(ours)
    else if (kind) kinds.add(kind)
    else unknown.push(name)
  }
  return { listed, kinds: [...kinds], own: own.size === 0 ? null : [...own], unknown }
}

/** Whether a rule may allow something of this kind to agents of the role. */
export function mayBeAllowed(tools: RoleTools | undefined, kind: ToolKind): boolean {
  return tools === undefined || tools.kinds.includes(kind)
}

/** One of Crewroom's tools, also as programs call it that have it from a server of tools. */
function ownTool(name: string): string | null {
  const prefix = `mcp__${TOOL_SERVER}__`
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name.toLowerCase()
  const all = [READ_INBOX, ANSWER, ...commandTools(true)]
  return all.some((tool) => tool.name === own) ? own : null
}

/** `read_file`, `ReadFile` and `read-file` are one name. With anything else behind it, as in `Bash(git:*)`, it is another. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}
