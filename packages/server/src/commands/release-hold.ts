import { TEXT } from '@crewroom/shared/text/catalogue'
import { named, resolveAddressee } from '../crew/directory'
import { releaseAgent } from '../conduct/hold-agent'
import { releaseGroup } from '../groups/hold-group'
import { type CommandHandler, confirmation } from './command-handler'

export const releaseHoldCommand: CommandHandler<'RELEASE_HOLD'> = {
  name: 'RELEASE_HOLD',
  run({ shard, crew, by }, { group, agent }) {
    if (group !== undefined) {
      const { name } = releaseGroup(shard, crew, by, group)
      return confirmation(TEXT.released({ group: name }))
    }
    const { id } = resolveAddressee(shard, crew, agent ?? '')
    releaseAgent(shard, crew, by, id)
    return confirmation(TEXT.released({ agent: named(crew, id) }))
  },
}
