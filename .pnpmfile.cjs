// Each asks for another version of what is the same.
const ONE_PROVIDER_UTILS = { '@ai-sdk/provider-utils': '4.0.65' }

function without(...names) {
  return ({ dependencies }) => ({
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => !names.includes(name)),
    ),
  })
}

const changes = {
  // What only diagrams need that packages/web/diagram-frame.ts leaves out.
  mermaid: without(
    '@types/d3',
    '@upsetjs/venn.js',
    'cytoscape',
    'cytoscape-cose-bilkent',
    'cytoscape-fcose',
    'katex',
  ),
  // Nothing in it asks for them, except for the last, in whose place packages/server/build-docs.mjs puts a file of ours.
  'openapi-explorer': without(
    '@authress/login',
    'buffer',
    'openapi-data-validator',
    'openapi-resolver',
  ),
  '@ai-sdk/openai-compatible': (manifest) => ({
    dependencies: { ...manifest.dependencies, ...ONE_PROVIDER_UTILS },
  }),
  // It needs the compiler's API in JavaScript, which TypeScript 7 does not have.
  'openapi-typescript': (manifest) => ({
    dependencies: { ...manifest.dependencies, typescript: '5.9.3' },
    peerDependencies: {},
  }),
}

module.exports = {
  hooks: {
    readPackage: (manifest) => {
      const change = changes[manifest.name]
      return { ...manifest, ...(typeof change === 'function' ? change(manifest) : change) }
    },
  },
}
