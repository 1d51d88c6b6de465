// Node loads tests and sources, see test/setup/native/runtime.cjs.
const base = {
  runtime: '<rootDir>/test/setup/native/runtime.cjs',
  testEnvironment: '<rootDir>/test/setup/native/environment.cjs',
  extensionsToTreatAsEsm: ['.ts'],
  injectGlobals: false,
  modulePathIgnorePatterns: ['<rootDir>/(dist|vendor)/'],
  transform: {},
};

const database = {
  ...base,
  globalSetup: '<rootDir>/test/setup/global-database.js',
  globalTeardown: '<rootDir>/test/setup/global-database-stop.js',
};

export default {
  workerIdleMemoryLimit: '1500MB',
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/setup/longest-first.js',
  // A busy machine is no failure; what must be fast is measured in bench/.
  testTimeout: 60_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src/!(modules|app),console/src}/**/*.spec.ts', '<rootDir>/test/{fuzz,replay}/**/*.spec.ts'],
    },
    { ...base, displayName: 'unit', testMatch: ['<rootDir>/src/{modules,app}/**/*.spec.ts', '<rootDir>/test/architecture/**/*.spec.ts'] },
    {
      ...base,
      displayName: 'simulation',
      testMatch: ['<rootDir>/test/simulation/**/*.spec.ts'],
    },
    { ...database, displayName: 'integration', testMatch: ['<rootDir>/test/integration/**/*.int-spec.ts'] },
    { ...database, displayName: 'api', testMatch: ['<rootDir>/test/api/**/*.api-spec.ts'] },
    { ...database, displayName: 'process', testMatch: ['<rootDir>/test/process/*.process-spec.ts'] },
    // Limits of time and memory cannot be told from a busy machine: these run one at a time.
    { ...database, displayName: 'alone', testMatch: ['<rootDir>/test/process/alone/*.process-spec.ts'] },
  ],
};
