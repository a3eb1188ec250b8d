import type { Command } from 'commander'
import { addBackup } from './backup-command'
import { addCompletion } from './completion-command'
import { addConfig } from './config-command'
import { addDemo } from './demo-command'
import { addDiscuss } from './discuss-command'
import { addDoctor } from './doctor-command'
import { addExport } from './export-command'
import { addFiles } from './files-command'
import { addImport } from './import-command'
import { addInvite } from './invite-command'
import { addJoin } from './join-command'
import { addMcp } from './mcp-command'
import { addNeeds } from './needs-command'
import { addOpen } from './open-command'
import { addRestore } from './restore-command'
import { addResume } from './resume-command'
import { addRun } from './run-command'
import { addStart } from './start-command'
import type { Surroundings } from './surroundings'
import { addTail } from './tail-command'
import { addTranscript } from './transcript-command'

/** Every command of the program, in the order in which `--help` lists them. A new one is a file and a row. */
export const COMMANDS: readonly ((program: Command, around: Surroundings) => void)[] = [
  addStart,
  addDemo,
  addOpen,
  addTail,
  addNeeds,
  addTranscript,
  addFiles,
  addInvite,
  addJoin,
  addMcp,
  addRun,
  addDiscuss,
  addResume,
  addExport,
  addImport,
  addBackup,
  addRestore,
  addConfig,
  addCompletion,
  addDoctor,
]
