import { api } from '../sync/api'
import { onCrewEvents } from '../sync/crew-events'
import { DirectOutbox } from './direct-outbox'

/** The one outbox of this tab for what is written outside of groups. */
export const directOutbox = new DirectOutbox({
  post: ({ leadId, to, content }) =>
    to === null ? api.broadcast(leadId, content) : api.write(to, content),
  follow: onCrewEvents,
  storage: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  newId: () => crypto.randomUUID(),
  now: () => new Date().toISOString(),
})
