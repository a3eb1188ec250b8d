import { CrewError } from '@crewroom/shared/protocol/errors'
import { beyondRoom } from '@crewroom/shared/protocol/json-room'
import { JSON_ROOM, type JsonRoom } from '@crewroom/shared/protocol/limits'

/** Throws `too_large` for a JSON text with more in it than there is room for, before anything is made of it. */
export function assertRoom(text: string, named: string, room: JsonRoom = JSON_ROOM.request): void {
  const beyond = beyondRoom(text, room)
  if (beyond !== null) throw new CrewError('too_large', `${named} ${beyond}.`)
}
