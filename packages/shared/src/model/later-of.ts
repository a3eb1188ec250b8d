/** The later of two times in ISO 8601. What was changed last does not go back with a clock that is set back. */
export const laterOf = (a: string, b: string): string => (b > a ? b : a)
