import type { Message } from '@crewroom/shared/model/message'
import { participantOf } from '../../crew/participant'
import { useCrewState } from '../../crew/use-crew'
import { toast } from '../../ui/toasts'

/** Says what was done with a message, and which agents are notified of it. */
export function useTellReaders({
  leadId,
}: Pick<Message, 'leadId'>): (done: string, told: readonly string[]) => void {
  const state = useCrewState(leadId)
  return (done, told) => {
    const names = told.map((id) => participantOf(state, id, '').label)
    toast.news(names.length === 0 ? done : `${done} ${notified(names)}`)
  }
}

function notified(names: readonly string[]): string {
  const [first, second] = names
  if (names.length === 1) return `${first} has read it and is notified.`
  if (names.length === 2) return `${first} and ${second} have read it and are notified.`
  return `${names.length} agents have read it and are notified.`
}
