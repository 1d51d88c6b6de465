const base = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['sluice-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/(dist|vendor)/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2024',
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
};

// Specs of inner rings do without: loading Nest takes each file a fifth of a second.
const nest = { ...base, setupFiles: ['<rootDir>/test/setup/load-nest-first.ts'] };

const database = {
  ...nest,
  globalSetup: '<rootDir>/test/setup/global-database.js',
  globalTeardown: '<rootDir>/test/setup/global-database-stop.js',
};

export default {
  workerIdleMemoryLimit: '512MB',
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
    { ...nest, displayName: 'unit', testMatch: ['<rootDir>/src/{modules,app}/**/*.spec.ts', '<rootDir>/test/architecture/**/*.spec.ts'] },
    {
      ...nest,
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
