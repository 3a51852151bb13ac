/** Jest's transform with one change of one file, which `MUTANT` says: `{ file, start, end, replacement }`. */
const { createHash } = require('node:crypto');
const { resolve } = require('node:path');
const { createTransformer } = require('@swc/jest');

const mutant = JSON.parse(process.env.MUTANT ?? 'null');
const target = mutant === null ? undefined : resolve(mutant.file);

module.exports = {
  createTransformer(options) {
    const swc = createTransformer(options);
    const changed = (text, file) =>
      file === target ? text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end) : text;
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
