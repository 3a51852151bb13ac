import base from '../../jest.config.js';

/** Journeys: each worker has a real server and a real browser of its own; the journeys of one file follow one another. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/journeys/**/*.journey.ts'],
  globalSetup: '<rootDir>/tests/journeys/start-server.ts',
  globalTeardown: '<rootDir>/tests/journeys/stop-server.ts',
  testTimeout: 240000,
  maxWorkers: 2,
};
