import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { removeMembers } from '../groups/change-members'
import { type CommandHandler, confirmation } from './command-handler'

export const removeFromGroupCommand: CommandHandler<'REMOVE_FROM_GROUP'> = {
  name: 'REMOVE_FROM_GROUP',
  run({ shard, crew, by }, payload) {
    const { removed, group } = removeMembers(shard, crew, by, payload)
    return confirmation(
      TEXT.removedFrom(
        group.name,
        removed.map((id) => named(crew, id)),
      ),
    )
  },
}
