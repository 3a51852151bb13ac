import base from '../../jest.config.js';

/** Proofs that take a minute and more, for they make their fault for real and wait it out. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/**/*.drill.ts'],
};
