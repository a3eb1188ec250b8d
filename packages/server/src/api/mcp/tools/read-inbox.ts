import { READ_INBOX } from '@crewroom/shared/command/tools'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import type { Shard } from '../../../crew/shard'
import { leaves } from '../../../delivery/attach'
import { givenItems } from '../../../delivery/given'
import { type InboxPage, itemsOfPage } from '../../../delivery/inbox-page'
import { promptLines } from '../../../delivery/prompt-lines'
import { GONE } from '../readers'
import type { DoorTool, ToolAnswer } from '../tool'

const SECOND = 1_000

/** Waits for something to read, and returns all there is. The agent's next call confirms it. */
export const readInbox: DoorTool = {
  tool: READ_INBOX,

  async run(ports, { caller, request, session, args, gone, progress }): Promise<ToolAnswer> {
    const { agentId } = caller
    const { wait = LIMITS.toolWaitSeconds } = args
    if (typeof wait !== 'number' || !(wait >= 0 && wait <= LIMITS.toolWaitMostSeconds)) {
      const problem = `"wait" is a number of seconds from 0 to ${LIMITS.toolWaitMostSeconds}.`
      return { text: TOOL_TEXT.badArguments('read_inbox', problem), isError: true }
    }
    const { shard, inbox, readers } = ports
    const { clock } = shard.ports
    const mine = await readers.begin(agentId, request, gone)
    // While this one waited for its turn, the other may have been given a page, which is not to be given again.
    const given = gone.aborted ? null : readers.take(agentId, { request, session })
    if (given !== null) await inbox.ack(agentId, given)
    const signal = AbortSignal.any([mine.signal, gone])
    readers.tell(agentId)
    let cancel = (): void => {}
    const remind = () => {
      progress('Nothing yet.')
      cancel = clock.after(LIMITS.toolProgressSeconds * SECOND, remind)
    }
    cancel = clock.after(LIMITS.toolProgressSeconds * SECOND, remind)
    try {
      let page = await inbox.fetch(agentId, {
        waitMs: wait * SECOND,
        for: 'wake',
        signal,
        door: '/mcp',
      })
      // The answer leaves anyway, so items that wake nobody ride along.
      if (page.deliveries.length === 0 && !signal.aborted)
        page = await inbox.fetch(agentId, { door: '/mcp' })
      if (mine.signal.aborted) {
        const isGone = mine.signal.reason === GONE
        return { text: isGone ? TOOL_TEXT.gone : TOOL_TEXT.tookOver, isError: true }
      }
      if (gone.aborted || page.deliveries.length === 0) {
        const asked = openRound(shard, agentId)
        const text = asked === null ? TOOL_TEXT.nothingNew : TOOL_TEXT.stillAsked(asked)
        return { text, isError: false }
      }
      ports.intake.inboxRead(agentId)
      ports.toolCalls.inboxRead(agentId)
      ports.remoteRollouts.handed(
        agentId,
        givenItems(shard, agentId, page),
        inbox.newestHeld(agentId),
      )
      readers.hold(agentId, page.cursor, { request, session })
      leaves(shard, agentId)
      return {
        text: pageText(shard, page),
        isError: false,
        lost: () => readers.drop(agentId, page.cursor),
      }
    } finally {
      cancel()
      mine.end()
      readers.tell(agentId)
    }
  },
}

/** The round that the agent was handed and has not answered, by its delivery. */
function openRound(shard: Shard, agentId: string): string | null {
  for (const { rounds } of shard.crewsOf(agentId)) {
    const asked = rounds.answering(agentId)
    if (asked) return asked.deliveryId
  }
  return null
}

/** A page as an agent reads it: first what it may have read before. */
function pageText(shard: Shard, page: InboxPage): string {
  const items = itemsOfPage(page)
  const [again, fresh] = [true, false].map((isAgain) =>
    items.flatMap(({ item, repeat }) => (repeat === isAgain ? item : [])),
  )
  const round = items.find(({ item }) => item.round)?.item
  return [
    ...(again && again.length > 0 ? [TEXT.repeat(again.length), ...promptLines(shard, again)] : []),
    ...(fresh ? promptLines(shard, fresh) : []),
    ...(round ? [TOOL_TEXT.answerWith(round.id)] : []),
    ...(page.more ? [TOOL_TEXT.more] : []),
  ].join('\n')
}
