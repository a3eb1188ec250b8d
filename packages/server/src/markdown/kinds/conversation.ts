import { CrewError } from '@crewroom/shared/protocol/errors'
import type { MarkdownKind } from '../markdown-kind'
import { mainTalk } from './group'

/** As other programs know it: by its id. */
export const conversation: MarkdownKind = (asked) => {
  const all = Object.values(asked.crew.state.groups)
  const group = all.find(({ id }) => id === asked.of)
  if (!group) throw new CrewError('group_not_found', 'There is no such conversation.')
  return mainTalk(asked, group)
}
