import { openAsBlob, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { shortId } from '@crewroom/shared/model/participant'
import { relayedLine } from '@crewroom/shared/text/relay'
import { StartRefused } from '../start-refused'
import type { DataDir } from '../data-dir'
import { ask, runningServer } from './running-server'

export interface ImportOptions {
  readonly data: DataDir
  /** `-` is standard input. */
  readonly file: string
  readonly lead: string | undefined
  readonly stdin: NodeJS.ReadableStream
  readonly print: (line: string) => void
}

/** `filesMissing`: files and pictures whose contents are not here. */
type Imported = { readonly filesMissing?: number } & (
  | {
      readonly kind: 'crew'
      readonly leadId: string
      readonly name: string
      readonly facts: number
      readonly agents: number
      readonly groups: number
      readonly messages: number
      readonly programs: readonly {
        readonly agentId: string
        readonly name: string
        readonly runs: string
        readonly variables: readonly string[]
      }[]
    }
  | { readonly kind: 'group'; readonly group: { readonly name: string; messageCount: number } }
)

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What a file says, on one line, hiding nothing and doing nothing to the terminal. */
const shown = (text: string) => relayedLine(text, 4_000)

/** Gives a file to the running server, and says what came of it and what would run. */
export async function importFrom(options: ImportOptions): Promise<void> {
  const { file, lead, print } = options
  const server = await runningServer(options.data)
  const query = lead === undefined ? '' : `?lead=${encodeURIComponent(lead)}`
  const response = await ask(server, `/api/import${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: await bodyOf(options),
    // Needed for a body that is a stream.
    duplex: 'half',
  } as RequestInit)
  const imported = (await response.json()) as Imported
  if (imported.kind === 'group') {
    const { name, messageCount } = imported.group
    print(
      `Imported the group ${name} from ${file}: ${counted(messageCount, 'message')}. It is archived.`,
    )
    printMissing(imported.filesMissing, print)
    return
  }
  const { name, leadId, facts, agents, groups, messages, programs } = imported
  print(
    `Imported the crew ${shown(name)} (${leadId}): ${counted(facts, 'fact')}, ${counted(agents, 'agent')}, ${counted(groups, 'group')}, ${counted(messages, 'message')}.`,
  )
  printMissing(imported.filesMissing, print)
  print('It is paused, and none of its programs was started.')
  if (programs.length > 0) print('When you resume it, these programs may run on this machine:')
  for (const { agentId, name: agent, runs, variables } of programs) {
    const missing =
      variables.length > 0 ? ` (without its variables ${shown(variables.join(', '))})` : ''
    print(`  ${shown(agent)} (${shortId(agentId)}): ${shown(runs)}${missing}`)
  }
  print(`To resume it: crewroom resume --crew ${leadId}`)
}

function printMissing(count: number | undefined, print: (line: string) => void): void {
  if (count === undefined) return
  print(
    `Contents of files and pictures are in no export: ${count} ${count === 1 ? 'is' : 'are'} missing here. Remove them and add them again.`,
  )
}

async function bodyOf({ file, stdin }: ImportOptions): Promise<Blob | ReadableStream> {
  if (file === '-') return Readable.toWeb(stdin as Readable) as ReadableStream
  try {
    if (!statSync(file).isFile()) throw new Error('it is not a file')
    return await openAsBlob(file)
  } catch (error) {
    throw new StartRefused(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
