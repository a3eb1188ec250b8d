import { type Command, InvalidArgumentError } from 'commander'
import {
  MARKDOWN_KIND_NAMES,
  MARKDOWN_KINDS,
  type MarkdownKindName,
} from '@crewroom/shared/model/markdown-kinds'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'

interface ExportFlags {
  readonly lead?: string
  readonly group?: string
  readonly markdown?: ReturnType<typeof markdownAsked>
  readonly with?: string
  readonly out?: string
  readonly data?: string
}

/** `crewroom export`. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a crew, or one group of it, to a file')
    .option('--lead <id>', 'the crew, by the id of its lead (default: the only one there is)')
    .option('--group <name>', 'one group only')
    .option(
      '--markdown <kind=which>',
      `one conversation as a Markdown document: ${MARKDOWN_KIND_NAMES.map((kind) => `${kind}=<${MARKDOWN_KINDS[kind]}>`).join(', ')}`,
      markdownAsked,
    )
    .option('--with <agent>', 'of direct messages: those with this one alone (an id, or human)')
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (flags: ExportFlags) => {
      const { exportTo } = await import('./export')
      await exportTo({
        data: new DataDir(dataFolder(flags.data, process.env)),
        lead: flags.lead,
        group: flags.group,
        markdown: flags.markdown && { ...flags.markdown, with: flags.with },
        out: flags.out ?? '-',
        stdout: process.stdout,
        note: (line) => process.stderr.write(`${line}\n`),
      })
    })
}

/** `group=plan` */
function markdownAsked(text: string): { readonly kind: MarkdownKindName; readonly of: string } {
  const at = text.indexOf('=')
  const kind = MARKDOWN_KIND_NAMES.find((name) => name === text.slice(0, at))
  const of = text.slice(at + 1)
  if (kind === undefined || of === '') {
    throw new InvalidArgumentError(`Say what to export, such as group=plan or session=<id>. Kinds: ${MARKDOWN_KIND_NAMES.join(', ')}.`) // prettier-ignore
  }
  return { kind, of }
}
