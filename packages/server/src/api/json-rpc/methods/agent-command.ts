import { commandName } from '@crewroom/shared/command/parse'
import { method } from '../method'

export const agentCommand = method({
  method: 'agent/command',
  summary:
    'Runs a command as if the agent had written it; `reply` is its only reply, even when it is refused',
  who: 'Every agent.',
  verb: 'runCommand',
  tells: [],
  reads: true,
  run: async ({ call, params: { command, payload = {} } }) => {
    const { ok, reply } = await call(commandName(command.trim()) ?? command.trim(), payload)
    return { result: { ok, reply }, leadIds: [] }
  },
})
