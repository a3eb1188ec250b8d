import 'openapi-explorer/dist/es/openapi-explorer.js'

const dark = matchMedia('(prefers-color-scheme: dark)')

/** As the dashboard looks in this browser. */
function show() {
  let theme = 'system'
  try {
    theme = JSON.parse(localStorage.getItem('crewroom:prefs') ?? '{}').theme ?? 'system'
  } catch {
    // Nothing is stored, or storage is denied: the system's theme it is.
  }
  const isDark = theme === 'dark' || (theme !== 'light' && dark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

show()
dark.addEventListener('change', show)
const viewer = document.querySelector('openapi-explorer')
// Links within a text can be told from it by more than their colour.
const links = new CSSStyleSheet()
links.replaceSync('.m-markdown a { text-decoration: underline }')
viewer.shadowRoot.adoptedStyleSheets = [...viewer.shadowRoot.adoptedStyleSheets, links]
viewer.setAttribute('spec-url', '/api/openapi.json')
