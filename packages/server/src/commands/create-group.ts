import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { createGroup } from '../groups/create-group'
import { type CommandHandler, confirmation } from './command-handler'

export const createGroupCommand: CommandHandler<'CREATE_GROUP'> = {
  name: 'CREATE_GROUP',
  run({ shard, crew, by, agentId }, payload) {
    const group = createGroup(shard, crew, by, payload)
    const others = group.memberIds.filter((id) => id !== agentId).map((id) => named(crew, id))
    return confirmation(TEXT.created(group.name, others))
  },
}
