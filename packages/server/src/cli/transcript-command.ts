import type { Command } from 'commander'
import type { Prices } from '@crewroom/shared/model/prices'
import { ConfigError, loadConfig } from '../config'
import { endWhenUnread } from './end-when-unread'
import { showsColors } from './shows-colors'

interface TranscriptFlags {
  readonly json: boolean
  readonly markdown: boolean
  readonly html?: string
  readonly force: boolean
}

/** Those of `$CREWROOM_CONFIG` or of the file in the folder. A session can be shown without them. */
async function prices(note: (line: string) => void): Promise<Prices> {
  try {
    const from = { folder: process.cwd(), environment: process.env, flags: {} }
    return (await loadConfig(from)).prices
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    note(`No prices are used. ${error.message}`)
    return {}
  }
}

/** `crewroom transcript`. Needs no server. */
export function addTranscript(program: Command): void {
  program
    .command('transcript')
    .description('show a session of a coding agent, from its file, as a conversation')
    .argument('<file>', 'the session’s file, such as ~/.claude/projects/<folder>/<session>.jsonl')
    .option('--json', 'everything as one JSON object', false)
    .option('--markdown', 'everything as a Markdown document', false)
    .option('--html <file>', 'write a page that opens without a server and a network')
    .option('--force', 'replace the page if it is there', false)
    .action(async (file: string, flags: TranscriptFlags) => {
      const { showTranscript } = await import('./transcript')
      endWhenUnread()
      const note = (line: string) => void process.stderr.write(`${line}\n`)
      await showTranscript({
        file,
        json: flags.json,
        markdown: flags.markdown,
        html: flags.html ?? null,
        force: flags.force,
        prices: () => prices(note),
        environment: process.env,
        colors: showsColors(process.stdout, process.env),
        columns: process.stdout.columns ?? 160,
        stdout: process.stdout,
        note,
      })
    })
}
