import { MAIN_SESSION, placeOf } from '@crewroom/shared/model/session'
import { useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../shell/paths'
import { sessions } from '../../sync/api/sessions'
import { queryClient } from '../../sync/query-client'
import { ApiError } from '../../sync/request'
import { type FetchPage, windowOptions } from '../../sync/timeline-windows'
import { toast } from '../../ui/toasts'
import { useAddressParams } from '../../ui/use-address-params'
import { OpenTalk } from './open-talk'

interface TalkAt {
  readonly leadId: string
  readonly group: string
  readonly sessionId: string
}

/**
 * The way to another message of a talk. One that is not loaded is fetched before the address changes: what is read now
 * stays in view when there is nothing to go to.
 */
export function useGoToMessage({ leadId, group, sessionId }: TalkAt) {
  const talk = useContext(OpenTalk)
  const [, change] = useAddressParams()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const isOpen = talk?.sessionId === sessionId
  const load = (messageId: string) => {
    const at = { leadId, groupName: group, id: sessionId }
    const ofSession: FetchPage = (from, signal) => sessions.messages(at, from, signal)
    const fetchPage = sessionId === MAIN_SESSION ? undefined : ofSession
    return queryClient.fetchInfiniteQuery(
      windowOptions(leadId, placeOf(group, sessionId), { at: 'around', messageId }, fetchPage),
    )
  }
  const goTo = (messageId: string) => {
    if (isBusy || (isOpen && talk.show(messageId))) return
    setBusy(true)
    load(messageId)
      .then(
        () => {
          if (isOpen) change((next) => next.set('m', messageId), 'push')
          else void navigate(paths.message(leadId, group, messageId, sessionId))
        },
        (error: unknown) => {
          if (error instanceof ApiError && [404, 422].includes(error.status)) {
            const noun = sessionId === MAIN_SESSION ? 'group' : 'session'
            toast.problem(`That message can't be shown: it isn't in this ${noun}.`)
          } else toast.failed("Couldn't go to that message.", error)
        },
      )
      .finally(() => setBusy(false))
  }
  return { isBusy, goTo }
}
