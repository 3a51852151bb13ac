import base from '../../jest.config.js';

/** Journeys: one real server, one real browser, one after the other. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/journeys/**/*.journey.ts'],
  globalSetup: '<rootDir>/tests/journeys/start-server.ts',
  globalTeardown: '<rootDir>/tests/journeys/stop-server.ts',
  testTimeout: 90000,
  maxWorkers: 1,
};
