import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{packages,services}/*/src/**/*.test.ts',
      'benchmarks/src/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    pool: 'forks',
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
