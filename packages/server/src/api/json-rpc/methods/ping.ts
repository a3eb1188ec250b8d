import { method } from '../method'

export const ping = method({
  method: 'network/ping',
  summary: 'The server’s time, in milliseconds',
  who: 'Any agent that has connected.',
  verb: null,
  tells: [],
  run: ({ shard }) => ({ result: { ts: shard.ports.clock.now() }, leadIds: [] }),
})
