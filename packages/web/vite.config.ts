import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { compressFiles } from '../../scripts/compress-files.mjs'
import { diagramFrame } from './diagram-frame'
import { emojiData } from './emoji-data'
import { limitsAsNumbers, withoutUnusedRouter } from './unused-code'

const OUT = '../server/dist/web'
const SHARED =
  /packages\/(web|shared)\/src\/(?!sessions\/|sync\/api\/(?:sessions|files|runs|admissions|invites)|files\/|discussions\/|circles\/|invites\/|comms\/|needs\/|new-crew\/|activity\/|transcripts?\/|crew\/LiveSaid|.*Dialog\.tsx).*\.tsx?$/
const WITH_DOCUMENT = /^assets\/(?:index|own|icons|vendor|rolldown-runtime)-[^/]+\.(?:js|css)$/
/** Shown beside the chat: it comes with it, also if the server goes away at once. */
const DETAILS = /^assets\/GroupDetails-[^/]+\.js$/
const CHAT = /^assets\/(?:GroupsPage|own|index)-[^/]+\.js$/

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    emojiData(),
    withoutUnusedRouter(),
    limitsAsNumbers(),
    compressed(),
    named(),
    diagramFrame(),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // The page's CSP allows files of its own origin only, so nothing may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every name costs a dozen bytes: not those of what came with the document, and in a chat only those of sheets.
      resolveDependencies: (_file, all, { hostId, hostType }) =>
        hostType === 'html'
          ? all
          : all.filter(
              (path) =>
                !WITH_DOCUMENT.test(path) &&
                (path.endsWith('.css') || DETAILS.test(path) || !CHAT.test(hostId)),
            ),
    },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: each costs a kilobyte of headers. What changes with each release is apart from what does not.
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack\/(react-query|query-core))\//,
              priority: 2,
            },
            // Those of sections that are opened later are not loaded with every page.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 2, minShareCount: 5 },
            // What only markdown needs comes with it.
            { name: 'rich-text-tree', test: /node_modules\/(unist-util-|devlop)/, priority: 2 },
            // Too small for files of their own, and shared by what one opens first.
            {
              name: 'own',
              test: /src\/(groups\/(group-name|message\/(MessageText|row-heads|toggle-reaction|reacted-by)|list\/group-order|composer\/use-composer-focus)|ui\/(use-address-params|Link)|sync\/(?:drafts|export-jobs)|files\/files-later|protocol\/limits)\.tsx?$|\/icons\/(search|archive|info|pencil|zap|panel-right|arrow-up|at-sign|archive-arrow-up|user-plus)\.mjs$/,
            },
            // What is shared and small, with what it needs; a larger limit would draw whole sections into the first load.
            // No sheets of their own; those that a module brings along come before styles.css: layers.css orders the layers.
            { name: namedIf(true, 'own'), test: SHARED, minShareCount: 2, maxModuleSize: 4_000 },
            // The same of what a chat does without.
            { name: namedIf(false, 'parts'), test: SHARED, minShareCount: 2, maxModuleSize: 800 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:4900',
      '/diagrams': 'http://127.0.0.1:4900',
      '/ws': { target: 'ws://127.0.0.1:4900', ws: true },
    },
  },
})

const known = new WeakMap<Graph, ReadonlySet<string>>()

function namedIf(isOfChat: boolean, name: string) {
  return (id: string, graph: Graph) => (ofChat(graph).has(id) === isOfChat ? name : null)
}

/** Modules that are loaded before a chat is shown. */
function ofChat(graph: Graph): ReadonlySet<string> {
  const before = known.get(graph)
  if (before) return before
  const found = new Set<string>()
  const waiting = ['src/main.tsx', 'src/groups/GroupsPage.tsx'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  known.set(graph, found)
  return found
}

/** What went into the page, for the notices of the published package: scripts/package/notices.mjs reads it. */
function named(): Plugin {
  return {
    name: 'named',
    apply: 'build',
    generateBundle(_options, bundle) {
      const inputs = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames,
      )
      const file = fileURLToPath(new URL('../server/dist/web-inputs.json', import.meta.url))
      writeFileSync(file, JSON.stringify([...new Set(inputs)].toSorted()))
    },
  }
}

function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle: () => compressFiles(fileURLToPath(new URL(OUT, import.meta.url))),
  }
}
