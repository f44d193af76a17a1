export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // Has a command of its own, test:postgres: it needs PostgreSQL and a server that takes minutes to build.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/postgres/'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  maxWorkers: 2,
  // Real servers and processes on a busy machine: a test fails by what it sees, hardly ever by the clock.
  testTimeout: 60_000,
};
