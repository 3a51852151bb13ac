/** Two worlds: everything that needs a document runs in jsdom (`tests/page-environment.cjs`), the rest in Node. A test file chooses with a docblock; Node is the default. */
const transform = {
  '^.+\\.(t|j)sx?$': [
    '@swc/jest',
    { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } }, module: { type: 'commonjs' } },
  ],
};

/**
 * Jest runs a file in a context whose global object is asked for every name, which takes a third of the time of work like
 * the compiler's. These never change, and are given to each module instead: not what tests put another in place of (timers,
 * dates, fetch), nor what a library declares by the same name (Map, Set, Symbol, Promise, Buffer).
 */
const CONSTANT = ['Array', 'Boolean', 'JSON', 'Math', 'Number', 'Object', 'Reflect', 'RegExp', 'String'];

export default {
  rootDir: '.',
  testEnvironment: '<rootDir>/tests/node-environment.cjs',
  testMatch: ['<rootDir>/tests/**/*.test.{ts,tsx}'],
  transform,
  sandboxInjectedGlobals: CONSTANT,
  // rjsf, wouter, altcha and others ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(@fastify/cookie|cookie|@rjsf|@x0k|wouter|swr|intl-messageformat|@formatjs|altcha-lib|uqr|markdown-to-jsx|regexparam|lodash-es|node-pg-migrate|oxc-parser|pg-boss|nanoid|mitt|jose|openid-client|oauth4webapi|pixelmatch)/)'],
  moduleNameMapper: {
    '^@rjsf/core/lib/(.*)\\.js$': '<rootDir>/node_modules/@rjsf/core/lib/$1.js',
    '^@rjsf/validator-ajv8/lib/(.*)\\.js$': '<rootDir>/node_modules/@rjsf/validator-ajv8/lib/$1.js',
    '^@rjsf/utils/lib/(.*)\\.js$': '<rootDir>/node_modules/@rjsf/utils/lib/$1.js',
    '\\.css$': '<rootDir>/tests/style-stub.cjs',
  },
  globalSetup: '<rootDir>/tests/compile-lines.ts',
  setupFiles: ['<rootDir>/tests/setup.cjs'],
  testSequencer: '<rootDir>/tests/slowest-first.cjs',
  testTimeout: 60000,
  maxWorkers: 2,
};
