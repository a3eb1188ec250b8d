// Loaded before anything is painted, so that a dark page never flashes white. `ui/prefs.ts` takes over from here.
;(() => {
  let theme = 'system'
  try {
    theme = JSON.parse(localStorage.getItem('crewroom:prefs') ?? '{}').theme ?? 'system'
  } catch {
    // Nothing stored, or storage is denied: the system's theme it is.
  }
  const isDark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
