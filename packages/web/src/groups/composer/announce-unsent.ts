import { useEffect } from 'react'
import { announceNow } from '../../shell/announcer'
import { connection } from '../../sync/connection'
import { outbox } from '../../sync/sync'

/** Says at once that a message was refused. One that waits for the connection has not failed. */
export function useUnsentAnnounced(): void {
  useEffect(
    () =>
      outbox.store.subscribe((all, before) => {
        const failed = all.find(
          (own) =>
            own.status === 'failed' &&
            (own.problem?.passing !== true || connection.getState().state.phase === 'live') &&
            before.some(({ clientId, status }) => clientId === own.clientId && status !== 'failed'),
        )
        if (failed)
          announceNow(`Message not sent to ${failed.group}. ${failed.problem?.text ?? ''}`)
      }),
    [],
  )
}
