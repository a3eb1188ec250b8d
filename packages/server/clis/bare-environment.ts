const KEPT = ['PATH', 'LANG', 'TMPDIR', 'SHELL', 'USER']

/** Nothing of what its user has set: keys, endpoints and switches of the same programs among it. */
export function bareEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
