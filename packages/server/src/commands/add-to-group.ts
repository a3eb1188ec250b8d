import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { addMembers } from '../groups/change-members'
import { type CommandHandler, confirmation } from './command-handler'

export const addToGroupCommand: CommandHandler<'ADD_TO_GROUP'> = {
  name: 'ADD_TO_GROUP',
  run({ shard, crew, by }, payload) {
    const { added, group } = addMembers(shard, crew, by, payload)
    return confirmation(
      TEXT.added(
        group.name,
        added.map((id) => named(crew, id)),
      ),
    )
  },
}
