import { boundedName } from './bounded-name'
import { estimatedTokens } from './estimated-tokens'
import type { SlashItem, UserGroup } from './groups'
import { textOf } from './message-text'
import type { ParsedMessage } from './messages'
import { inTag, TAGS } from './tags'

/** The slash command that a group answers, with what the program put into the context for it. */
export function slashItemOf(
  before: UserGroup | null,
  responses: readonly ParsedMessage[],
): SlashItem | null {
  if (before === null) return null
  const { message: record } = before
  const said = textOf(record)
  const name = /^\/?(.+)$/.exec(wordsIn(said, TAGS.commandName) ?? '')?.[1]
  if (name === undefined) return null
  const args = wordsIn(said, '<command-args>')
  const message = wordsIn(said, '<command-message>')
  const followUp = responses.find(
    (one) => one.isMeta && one.parentUuid === record.uuid && one.sourceToolUseID === undefined,
  )
  const instructions = followUp === undefined ? '' : textOf(followUp)
  return {
    id: `slash-${record.uuid}`,
    name: boundedName(name),
    ...(args === undefined ? {} : { args }),
    ...(message === undefined ? {} : { message }),
    ...(instructions === ''
      ? {}
      : { instructions, instructionsTokenCount: estimatedTokens(instructions.length) }),
    timestamp: before.timestamp,
  }
}

function wordsIn(text: string, tag: string): string | undefined {
  const words = inTag(text, tag)?.trim() ?? ''
  return words === '' ? undefined : words
}
