// Each asks for another version of what is the same.
const ONE_PROVIDER_UTILS = { '@ai-sdk/provider-utils': '4.0.65' }

const changes = {
  // Of Scalar one file is used, built to stand alone and copied into dist: what it was built from is not installed.
  '@scalar/api-reference': { dependencies: {} },
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
