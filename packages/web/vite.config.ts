import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emojiData } from './emoji-data'

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), emojiData()],
  build: {
    outDir: '../server/dist/web',
    emptyOutDir: true,
    // The page's CSP allows files of its own origin only, so nothing may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:4900',
      '/ws': { target: 'ws://127.0.0.1:4900', ws: true },
    },
  },
})
