import type { Command } from 'commander'
import { endWhenUnread } from './end-when-unread'
import { showsColors } from './shows-colors'

interface TranscriptFlags {
  readonly json: boolean
  readonly html?: string
  readonly force: boolean
}

/** `crewroom transcript`. Needs no server. */
export function addTranscript(program: Command): void {
  program
    .command('transcript')
    .description('show a session of a coding agent, from its file, as a conversation')
    .argument('<file>', 'the session’s file, such as ~/.claude/projects/<folder>/<session>.jsonl')
    .option('--json', 'everything as one JSON object', false)
    .option('--html <file>', 'write a page that opens without a server and a network')
    .option('--force', 'replace the page if it is there', false)
    .action(async (file: string, flags: TranscriptFlags) => {
      const { showTranscript } = await import('./transcript')
      endWhenUnread()
      await showTranscript({
        file,
        json: flags.json,
        html: flags.html ?? null,
        force: flags.force,
        environment: process.env,
        colors: showsColors(process.stdout, process.env),
        columns: process.stdout.columns ?? 160,
        stdout: process.stdout,
        note: (line) => process.stderr.write(`${line}\n`),
      })
    })
}
