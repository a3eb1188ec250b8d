// Modules of the page ask their browser once, as they are loaded: a test that draws pages imports this first.
const nothing = () => {}

for (const [name, value] of Object.entries({
  location: new URL('http://127.0.0.1:4040/'),
  navigator: { platform: 'Linux x86_64', userAgent: '', language: 'en' },
  addEventListener: nothing,
  removeEventListener: nothing,
  document: { addEventListener: nothing, removeEventListener: nothing, hidden: false },
})) {
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: value })
}
