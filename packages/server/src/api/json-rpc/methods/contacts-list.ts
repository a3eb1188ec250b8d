import { method } from '../method'

export const contactsList = method({
  method: 'contacts/list',
  summary:
    'Nobody: contacts are other people, and a server belongs to one; agents/list has the crew',
  who: 'Any agent.',
  verb: null,
  tells: [],
  run: () => ({ result: { contacts: [] }, leadIds: [] }),
})
