import { TEXT } from '@crewroom/shared/text/catalogue'
import { updateLead } from '../agents/update-lead'
import { type CommandHandler, confirmation } from './command-handler'

export const autoGroupsCommand: CommandHandler<'AUTO_GROUPS'> = {
  name: 'AUTO_GROUPS',
  run({ shard, crew, by }, { on }) {
    updateLead(shard, crew, by, { autoGroups: on })
    return confirmation(TEXT.autoGroups(on))
  },
}
