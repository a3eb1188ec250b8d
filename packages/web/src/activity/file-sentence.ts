import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { type Part, type Sentence, told } from './sentence'

type FileEvent = Extract<CrewEvent, { type: `file:${string}` }>

/** A file or picture that a group got or lost. */
export function fileSentence(event: FileEvent): Sentence {
  const { file, groupName: group } = event
  const named = `${file.kind} ${file.name}`
  const who = event.type === 'file:added' ? file.addedBy : event.by
  const parts: Part[] =
    event.type === 'file:added'
      ? [{ who }, ` added the ${named} to `, { group }]
      : [{ who }, ` removed the ${named} from `, { group }]
  return told('groups', who, parts, { group })
}
