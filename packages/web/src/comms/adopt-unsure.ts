import type { Pending, ToAgents } from '../sync/outbox'

/** As pages kept it whose messages the server did not know by an id of theirs. */
interface Unsure {
  readonly id: string
  readonly leadId: string
  readonly to: string | null
  readonly content: string
  readonly writtenAt: string
  readonly status: 'sending' | 'sent' | 'failed'
  readonly problem: string | null
}

const UNSURE =
  'The server did not answer. Check whether the message arrived before you send it again.'

/** What was kept before direct messages had a clientId: it may have arrived, so that the person decides. */
export function adoptUnsure(kept: unknown): readonly Pending<ToAgents>[] {
  return (kept as readonly (Unsure | Pending<ToAgents>)[]).flatMap((own) => {
    if ('clientId' in own) return own
    if (own.status === 'sent') return []
    const { id, leadId, to, content, writtenAt, problem } = own
    const why = { text: problem ?? UNSURE, passing: false }
    return { clientId: id, leadId, to, content, writtenAt, status: 'failed' as const, problem: why }
  })
}
