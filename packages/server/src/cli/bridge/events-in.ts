/** What an answer says, message by message: the events of a stream, or all of it. */
export async function* eventsIn(response: Response): AsyncGenerator<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield await response.text()
    return
  }
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
      if (data.join('') !== '') yield data.join('\n')
    }
  }
}
