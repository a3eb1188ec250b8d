// UTF-16 code units that mean something to the scanner.
export const TAB = 0x09
export const NEWLINE = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const BACKTICK = 0x60
export const BRACE_OPEN = 0x7b
export const BRACE_CLOSE = 0x7d
/** `>`: what quoted lines begin with in Markdown. */
export const QUOTED = 0x3e
export const SQUARE_OPEN = 0x5b
export const SQUARE_CLOSE = 0x5d
export const TILDE = 0x7e
/** `⟦`: two of them open a command. */
export const OPENER = 0x27e6
/** `⟧`: two of them close it. */
export const CLOSER = 0x27e7

/** The white space that JSON allows, and so the white space that may stand inside a command. */
export function isBlank(unit: number): boolean {
  return unit === SPACE || unit === NEWLINE || unit === TAB || unit === RETURN
}

/** `“ ” „`: what word processors, and models that imitate them, write for `"`. */
export function isSmartQuote(unit: number): boolean {
  return unit >= 0x201c && unit <= 0x201e
}

export function isLetter(unit: number): boolean {
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x7a && unit < 0x7b
}

/** Letters, digits and `_ - . / :`, so that a wrong name is seen whole: `GROUP-MESSAGE`, `group.message`. */
export function isNameLike(unit: number): boolean {
  return isLetter(unit) || (unit >= 0x2d && unit <= 0x3a) || unit === 0x5f
}
