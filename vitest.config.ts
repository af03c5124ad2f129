import { configDefaults, defineConfig } from 'vitest/config';

/** `npm run test:long` runs what `npm test` has a sample of: whole matrices of odd media. */
const long = process.env.ANIMA_TEST_LONG === '1';

export default defineConfig({
  test: {
    include: long
      ? ['{packages,services}/*/src/**/*.long.test.ts']
      : ['{packages,services}/*/src/**/*.test.ts', 'benchmarks/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(long ? [] : ['**/*.long.test.ts'])],
    pool: 'forks',
    // Two files at a time also where there are but two cores: most of them wait for a service or for ffmpeg.
    maxWorkers: 2,
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
