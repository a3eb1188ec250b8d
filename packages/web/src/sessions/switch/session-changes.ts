import type { SessionRecord } from '@crewroom/shared/model/session'
import { sessions } from '../../sync/api/sessions'
import { toast } from '../../ui/toasts'
import { isolated } from '../../groups/group-name'
import { sessionTitle } from '../session-title'

/** What a person does to a whole session. Each says what went wrong, and whether it worked. */

const shown = (session: SessionRecord) => isolated(sessionTitle(session))

export async function createSession(leadId: string, groupName: string): Promise<string | null> {
  try {
    const { session } = await sessions.create(leadId, groupName)
    return session.id
  } catch (error) {
    toast.failed("Couldn't open a session.", error)
    return null
  }
}

export async function renameSession(session: SessionRecord, title: string): Promise<boolean> {
  return changed(`Couldn't rename ${shown(session)}.`, sessions.update(session, { title }))
}

export async function setSessionAgents(
  session: SessionRecord,
  agents: readonly string[] | null,
): Promise<boolean> {
  return changed(
    `Couldn't change who takes part in ${shown(session)}.`,
    sessions.update(session, { agents }),
  )
}

export async function setSessionArchived(session: SessionRecord, archived: boolean): Promise<void> {
  const verb = archived ? 'archive' : 'unarchive'
  const status = archived ? 'archived' : 'active'
  const isDone = await changed(
    `Couldn't ${verb} ${shown(session)}.`,
    sessions.update(session, { status }),
  )
  if (!isDone) return
  toast.news(
    `${shown(session)} is ${archived ? 'archived. Its history is kept.' : 'unarchived.'}`,
    {
      action: { label: 'Undo', run: () => void setSessionArchived(session, !archived) },
    },
  )
}

export async function deleteSession(session: SessionRecord): Promise<boolean> {
  return changed(`Couldn't delete ${shown(session)}.`, sessions.remove(session))
}

async function changed(problem: string, asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    toast.failed(problem, error)
    return false
  }
}
