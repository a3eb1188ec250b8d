import type { MarkdownKindName } from '@crewroom/shared/model/markdown-kinds'
import { markdownDocument } from '@crewroom/shared/text/markdown-document'
import type { StoredRollouts } from '../agents/read-rollout'
import { assertMayOnServer } from '../crew/may'
import { crewFor } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import { chat } from './kinds/chat'
import { conversation } from './kinds/conversation'
import { direct } from './kinds/direct'
import { discussion } from './kinds/discussion'
import { group } from './kinds/group'
import { session } from './kinds/session'
import { transcript } from './kinds/transcript'
import type { MarkdownKind } from './markdown-kind'

const KINDS: Readonly<Record<MarkdownKindName, MarkdownKind>> = {
  group,
  session,
  discussion,
  direct,
  conversation,
  chat,
  transcript,
}

/** A conversation as a Markdown document, in parts, for people. Everything that was said before is in it. */
export async function openMarkdown(
  shard: Shard,
  by: By,
  leadId: string,
  asked: {
    readonly kind: MarkdownKindName
    readonly of: string
    readonly with?: string | undefined
  },
  rollouts: StoredRollouts,
): Promise<{ readonly parts: Iterable<string>; readonly file: string }> {
  assertMayOnServer('exportHistory', by)
  const crew = crewFor(shard, by, leadId)
  const { kind, of, with: other } = asked
  const open = KINDS[kind]({ shard, rollouts, crew, by, of, with: other })
  const { head, file } = open
  await shard.journal.durable(leadId)
  await open.stored?.()
  return { parts: markdownDocument(head, open.blocks()), file: `crewroom-${file}.md` }
}
