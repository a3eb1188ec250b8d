/** Text for a terminal, or plain where that shows no colours. */
export class Ink {
  readonly #on: boolean

  constructor(on: boolean) {
    this.#on = on
  }

  paint(text: string, color: string): string {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    return this.#style(`1;38;2;${rgb.join(';')}`, text)
  }

  bold(text: string): string {
    return this.#style('1', text)
  }

  dim(text: string): string {
    return this.#style('2', text)
  }

  red(text: string): string {
    return this.#style('31', text)
  }

  green(text: string): string {
    return this.#style('32', text)
  }

  #style(code: string, text: string): string {
    return this.#on ? `\u001b[${code}m${text}\u001b[0m` : text
  }
}
