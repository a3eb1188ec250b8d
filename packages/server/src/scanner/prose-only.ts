import type { CommandScanner, CommandScannerOptions } from './command-scanner'

/** For agents that call their commands as tools: all that they write is prose, whatever it looks like. */
export function proseOnly({ onText }: Pick<CommandScannerOptions, 'onText'>): CommandScanner {
  let offset = 0
  return {
    feed(text) {
      const from = offset
      offset += text.length
      if (text !== '') onText(text, from)
    },
    endTurn: () => {},
    reset: (to = 0) => void (offset = to),
    get offset() {
      return offset
    },
    get safe() {
      return offset
    },
    openCommand: null,
    openPayload: '',
  }
}
