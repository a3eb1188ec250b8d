import { documentBlock, documentEnd, documentHead } from '@crewroom/shared/text/markdown-document'
import type { DocumentPiece } from '@crewroom/shared/transcript/markdown-piece'
import type { Question } from './messages'

interface Asked {
  ask(question: Question): Promise<string>
}

/**
 * A session of a program's own file as a Markdown document, piece by piece: as much of it is in memory as is on its way. Rejects before
 * anything is sent where there is no such session.
 */
export async function openDocument(
  transcripts: Asked,
  transcript: string,
): Promise<{ readonly parts: AsyncIterable<string>; readonly file: string }> {
  const piece = async (before: DocumentPiece | null) => {
    const [from, last] = [before?.next ?? null, before?.lastId ?? null]
    const json = await transcripts.ask({ type: 'markdown', transcript, from, last })
    return JSON.parse(json) as DocumentPiece
  }
  const first = await piece(null)
  async function* parts(): AsyncIterable<string> {
    yield documentHead(first.head)
    let messages = 0
    for (let read = first; ; read = await piece(read)) {
      for (const message of read.messages) yield documentBlock(message)
      messages += read.messages.length
      if (read.next === null) break
    }
    yield documentEnd(messages)
  }
  return { parts: parts(), file: `crewroom-session-${transcript.slice(0, 12)}.md` }
}
