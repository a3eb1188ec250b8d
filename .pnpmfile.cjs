// Of Scalar one file is used, built to stand alone and copied into dist: what it was built from is not installed.
module.exports = {
  hooks: {
    readPackage: (manifest) =>
      manifest.name === '@scalar/api-reference' ? { ...manifest, dependencies: {} } : manifest,
  },
}
