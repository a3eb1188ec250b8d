// Loaded before anything is painted, so that a dark system never flashes white.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
  }
  follow()
  dark.addEventListener('change', follow)
})()
