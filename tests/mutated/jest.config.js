import base from '../../jest.config.js';

const [[pattern, [, options]]] = Object.entries(base.transform);

/** Chosen tests against changed sources, in the order that they were asked for, up to the first failure. */
export default {
  ...base,
  rootDir: '../..',
  transform: { [pattern]: ['<rootDir>/tests/mutated/transform.cjs', options] },
  setupFilesAfterEnv: ['<rootDir>/tests/mutated/chosen-tests.cjs'],
  testSequencer: '<rootDir>/tests/mutated/in-order.cjs',
  reporters: ['<rootDir>/tests/mutated/first-failure.cjs'],
};
