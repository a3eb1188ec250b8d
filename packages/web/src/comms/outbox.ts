import { api } from '../sync/api'
import { agents } from '../sync/api/agents'
import { Outbox, type Pending, type ToAgents } from '../sync/outbox'
import { heardHint } from '../sync/sent-hints'
import { onStored } from '../sync/stored-messages'
import { sendAgain, serverNow } from '../sync/sync'
import { adoptUnsure } from './adopt-unsure'
import { showDirect } from './use-comms'

export type PendingDirect = Pending<ToAgents>

/** The one outbox of this tab for what is written outside of groups. */
export const directOutbox = new Outbox<ToAgents>({
  key: 'crewroom:direct-outbox',
  post: async ({ leadId, to, content, clientId }) => {
    const answer = await (to === null
      ? api.broadcast(leadId, content, clientId)
      : agents.write(to, content, clientId))
    heardHint({ leadId, to }, 'hint' in answer ? answer.hint : undefined)
    showDirect(answer.message)
  },
  adopt: adoptUnsure,
  onStored,
  again: sendAgain,
  storage: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  newId: () => crypto.randomUUID(),
  now: () => new Date(serverNow()).toISOString(),
})
