/** Jest's transform of the sources as they read in this run. */
const { createHash } = require('node:crypto');
const { createTransformer } = require('@swc/jest');
const { changed } = require('./changed.cjs');

module.exports = {
  createTransformer(options) {
    const swc = createTransformer(options);
    return {
      canInstrument: swc.canInstrument,
      process: (text, file, ...rest) => swc.process(changed(text, file), file, ...rest),
      getCacheKey: (text, file, ...rest) =>
        createHash('sha256')
          .update(swc.getCacheKey(text, file, ...rest))
          .update(changed(text, file))
          .digest('hex'),
    };
  },
};
