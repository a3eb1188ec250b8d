interface Output {
  readonly isTTY?: boolean
}

/**
 * Whether to print in colours, by the rules that terminal programs share: NO_COLOR (https://no-color.org) wins, then
 * FORCE_COLOR (0 and false are no), then whether a terminal that can show them is there.
 */
export function showsColors(
  output: Output,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return output.isTTY === true && TERM !== 'dumb'
}
