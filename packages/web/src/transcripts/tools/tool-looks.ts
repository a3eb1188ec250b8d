import type { ToolItemView } from '@crewroom/shared/transcript/views'
import {
  FilePenLine,
  FileText,
  Globe,
  ListTodo,
  type LucideIcon,
  Search,
  ShieldQuestion,
  Sparkles,
  SquareChevronRight,
  Terminal,
  Wrench,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { BashTool } from './BashTool'
import { crewCommandLine, isCrewCommand } from './crew-commands'
import { EditTool } from './EditTool'
import { JsonTool } from './JsonTool'
import { ReadTool } from './ReadTool'
import { TodoTool } from './TodoTool'
import { todoLine } from './todo-line'
import type { ToolInput } from './tool-input'

export interface ToolViewProps {
  readonly tool: ToolItemView
  /** Asks for it uncut. */
  readonly whole: () => void
}

export interface ToolLook {
  readonly icon: LucideIcon
  /** Names of its input, the first of which says what it is about. */
  readonly subject: readonly string[]
  /** The subject is code. */
  readonly isCode?: boolean
  /** What its line says, where that is not its subject. */
  readonly line?: (input: ToolInput) => string | null
  readonly View: ComponentType<ToolViewProps>
}

const READ: ToolLook = {
  icon: FileText,
  subject: ['file_path', 'notebook_path', 'path'],
  View: ReadTool,
}
const EDIT: ToolLook = {
  icon: FilePenLine,
  subject: ['file_path', 'notebook_path', 'path'],
  View: EditTool,
}
const SEARCH: ToolLook = {
  icon: Search,
  subject: ['pattern', 'query', 'path'],
  isCode: true,
  View: ReadTool,
}
const RUN: ToolLook = { icon: Terminal, subject: ['command', 'cmd'], isCode: true, View: BashTool }
const WEB: ToolLook = { icon: Globe, subject: ['url', 'query'], View: ReadTool }
const OTHER: ToolLook = {
  icon: Wrench,
  subject: ['file_path', 'path', 'command', 'pattern', 'query', 'url', 'description'],
  View: JsonTool,
}

/** How a tool is shown, by its name; a tool that is not in it is shown as it is. */
const LOOKS: Readonly<Record<string, ToolLook>> = {
  Read: READ,
  NotebookRead: READ,
  Edit: EDIT,
  MultiEdit: EDIT,
  Write: EDIT,
  NotebookEdit: EDIT,
  Grep: SEARCH,
  Glob: SEARCH,
  LS: { ...READ, subject: ['path'] },
  Bash: RUN,
  BashOutput: { ...RUN, subject: ['bash_id'] },
  WebFetch: WEB,
  WebSearch: WEB,
  TodoWrite: { icon: ListTodo, subject: [], line: todoLine, View: TodoTool },
  Plan: { icon: ListTodo, subject: [], line: todoLine, View: TodoTool },
  Permission: { icon: ShieldQuestion, subject: ['command', 'description'], View: JsonTool },
  Skill: { icon: Sparkles, subject: ['skill', 'command'], View: JsonTool },
}

/** A command of an agent of a crew. */
const COMMAND: ToolLook = {
  icon: SquareChevronRight,
  subject: [],
  line: crewCommandLine,
  View: JsonTool,
}

export function toolLook(name: string): ToolLook {
  if (isCrewCommand(name)) return COMMAND
  return Object.hasOwn(LOOKS, name) ? (LOOKS[name] ?? OTHER) : OTHER
}
