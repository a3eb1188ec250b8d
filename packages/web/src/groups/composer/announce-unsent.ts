import { useEffect } from 'react'
import { announceNow } from '../../shell/announcer'
import { isWaiting } from '../../sync/outbox'
import { outbox } from '../../sync/sync'

/** Says at once that a message was refused. One that waits for the connection has not failed. */
export function useUnsentAnnounced(): void {
  useEffect(
    () =>
      outbox.store.subscribe((all, before) => {
        const failed = all.find(
          (own) =>
            own.status === 'failed' &&
            !isWaiting(own) &&
            before.some(({ clientId, status }) => clientId === own.clientId && status !== 'failed'),
        )
        if (failed)
          announceNow(`Message not sent to ${failed.group}. ${failed.problem?.text ?? ''}`)
      }),
    [],
  )
}
