import { CrewError } from '@crewroom/shared/protocol/errors'
import { findRun } from '../../discussions/find-run'
import { costsOf, factsOf, isAnswerIn, messagesIn, titleOf } from '../../discussions/run-markdown'
import type { MarkdownKind } from '../markdown-kind'
import { messageBlock, namesIn } from '../markdown-message'

export const discussion: MarkdownKind = ({ shard, crew, by, of }) => {
  const found = findRun(shard, by, of)
  if (found.crew !== crew) {
    throw new CrewError('run_not_found', 'There is no such discussion, or you cannot see it.')
  }
  const { run } = found
  const names = namesIn(shard, crew, run.groupName)
  return {
    head: { title: titleOf(crew, run), facts: factsOf(shard, crew, run) },
    file: `discussion-${run.id}`,
    *blocks() {
      let shown = 0
      for (const { message, round } of messagesIn(shard, crew, run)) {
        if (round && round.n !== shown && isAnswerIn(round, message)) {
          shown = round.n
          yield { kind: 'section', title: `Round ${round.run?.n ?? round.n}`, note: round.reason }
        }
        yield messageBlock(names, message, costsOf(crew, message, round))
      }
      if (run.summary !== null) yield { kind: 'section', title: 'Summary', text: run.summary }
    },
  }
}
