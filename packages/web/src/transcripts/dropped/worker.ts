import type { FromWorker, ToWorker } from './messages'
import { NotATranscript, ReadSession } from './read-session'

/** Reads the dropped files of one session beside the page, so that it stays quick. */

const tell = (message: FromWorker) => postMessage(message)
let session: Promise<ReadSession> | null = null

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'open') {
    session = ReadSession.read(data.session, (share) => tell({ type: 'progress', share }))
    session.then(
      ({ title }) => tell({ type: 'opened', title }),
      (error: unknown) => tell({ type: 'refused', why: wordsOf(error, data.session.file.name) }),
    )
    return
  }
  const { number, question } = data
  session
    ?.then((read) => read.answer(question))
    .then(
      (answer) => tell({ type: 'answer', number, answer }),
      (error: unknown) => tell({ type: 'failed', number, why: wordsOf(error, '') }),
    )
})

function wordsOf(error: unknown, name: string): string {
  if (error instanceof NotATranscript || name === '') return (error as Error).message
  // A folder, or a file that was changed or removed since.
  return `The browser cannot read “${name}”. Choose it again.`
}
