import type { ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as shapes from '@crewroom/shared/protocol/routes/invites'
import { inviteLines } from '@crewroom/shared/text/invite-lines'
import { inviteJoinLines } from '@crewroom/shared/text/join-lines'
import type { DataDir } from '../data-dir'
import { crewCalled, shownName } from './find-crew'
import { create } from './create'
import { runningServer } from './running-server'

export interface InviteOptions {
  readonly data: DataDir
  /** Name or id of its lead; undefined: the only crew there is. */
  readonly crew: string | undefined
  readonly role: string | undefined
  readonly instructions: string | undefined
  readonly uses: number | undefined
  readonly minutes: number | undefined
  readonly json: boolean
  readonly print: (line: string) => void
}

/** Makes an invitation, and prints its code and the lines with which agents use it. */
export async function invite(options: InviteOptions): Promise<void> {
  const { role, instructions, uses, minutes, print } = options
  const server = await runningServer(options.data)
  const crew = await crewCalled(server, options.crew)
  const made = await create<ReplyOf<typeof shapes.createInvite>>(server, '/api/lead/{id}/invites', {
    path: { id: crew.id },
    body: { role, instructions, uses, minutes },
  })
  if (options.json) {
    print(JSON.stringify({ invite: made.invite, code: made.code, url: server.url }))
    return
  }
  const agents = made.invite.uses === 1 ? '1 agent' : `${made.invite.uses} agents`
  print(`Invitation to ${shownName(crew.name)} for ${agents}, until ${made.invite.expiresAt}.`)
  print('Its code is shown only now:')
  print(`\n${made.code}`)
  print('\n--- Coding agents, a line for each ---')
  for (const { text } of inviteJoinLines(server.url, made.code)) print(text)
  for (const { title, text } of inviteLines(server.url, made.code)) {
    print(`\n--- ${title} ---\n${text.trimEnd()}`)
  }
}
