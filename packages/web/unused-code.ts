import type { Plugin } from 'vite'
import { LIMITS } from '../shared/src/protocol/limits'

/**
 * React Router does not mark its components as free of side effects, and names them for the developer tools: each of them
 * would be in the page, used or not.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\/.*\.js$/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(
            /^(const \w+ = )(?=React\$\d\.(?:forwardRef|memo|createContext)\(|new Set\()/gm,
            '$1/* @__PURE__ */ ',
          ),
        map: null,
      }),
    },
  }
}

/** The page reads a few of the limits. As one object all of them would be in its first load, with their names. */
export function limitsAsNumbers(): Plugin {
  return {
    name: 'limits-as-numbers',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/(?:web|shared)\/src\/.*\.tsx?$/, code: /\bLIMITS\.\w/ },
      handler: (code) => ({
        code: code.replace(
          /\bLIMITS\.(\w+)\b/g,
          (_, name: keyof typeof LIMITS) => `(${LIMITS[name]})`,
        ),
        map: null,
      }),
    },
  }
}
