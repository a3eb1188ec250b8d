import { TEXT } from '@crewroom/shared/text/catalogue'
import { leaveGroup } from '../groups/change-members'
import { type CommandHandler, confirmation } from './command-handler'

export const leaveGroupCommand: CommandHandler<'LEAVE_GROUP'> = {
  name: 'LEAVE_GROUP',
  run({ shard, crew, by }, payload) {
    return confirmation(TEXT.left(leaveGroup(shard, crew, by, payload.group).name))
  },
}
