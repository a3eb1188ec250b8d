import { api } from '../sync/api'
import { onCrewEvents } from '../sync/crew-events'
import { crews, sendAgain } from '../sync/sync'
import { DirectOutbox } from './direct-outbox'

/** The one outbox of this tab for what is written outside of groups. */
export const directOutbox = new DirectOutbox({
  post: ({ leadId, to, content }) =>
    to === null ? api.broadcast(leadId, content) : api.write(to, content),
  said: (leadId, to) => api.comms(leadId, { limit: 200, ...(to === null ? {} : { agent: to }) }),
  seqOf: (leadId) => crews.getState().views[leadId]?.state.seq ?? 0,
  again: sendAgain,
  follow: onCrewEvents,
  storage: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  newId: () => crypto.randomUUID(),
  now: () => new Date().toISOString(),
})
