import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { SharedLastSequencer } from './scripts/shared-last-sequencer.ts';

/** `npm run test:long` runs what `npm test` has a sample of: whole matrices of odd media. */
const long = process.env.ANIMA_TEST_LONG === '1';

/**
 * Rooms whose tests leave nothing behind in their process that another could see: no setting, no mock, no service that runs on. They
 * share one, and with it all that they import and what is compiled of it, which is most of what a test of a route costs.
 */
const sharing = [
  'packages/{face,inference,signal,speech}/src/**/*.test.ts',
  'packages/cli/src/{connect/files,script,sound}/**/*.test.ts',
  'packages/client/src/{follow-events,send-with-retry,server-sent-events,wait-for-job,live/live-frames}.test.ts',
  'packages/live-page/src/{access,conversation,speech}/**/*.test.ts',
  'packages/player/src/{motion,session,sound,speaking}/**/*.test.ts',
  'packages/models/src/**/!(download|models-cli).test.ts',
  'packages/service/src/{.,http,schema,security,events,idempotency,settings}/!(connection-limits|event-stream|start-service).test.ts',
  'packages/service/src/processes/own-log-file.test.ts',
  'packages/service/src/storage/sqlite/!(data-lock).test.ts',
  'services/memory/src/{agents,archive,audit,cache,embedding,erasure,http,import,judge,mcp,memory,recall,related,relations,search,secrets,status,storage,text-comparison,text}/**/!(onnx-embedder).test.ts',
  'services/avatar/src/{auth,backup,catalog,clips,enhance,http,jobs,live,media,processes,settings,speech,storage}/**/!(render-pool|lipsync-crash|shared-folder).test.ts',
  'services/*/src/testing/**/*.test.ts',
  'services/*/src/{architecture,hostile-texts,index-recovery,live-equals-rebuilt.property,settle-vectors}.test.ts',
  'benchmarks/src/**/*.test.ts',
];
const exclude = [...configDefaults.exclude, '**/*.long.test.ts'];
const all = ['{packages,services}/*/src/**/*.test.ts', 'benchmarks/src/**/*.test.ts', 'scripts/**/*.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than two cores: many wait for a service or for ffmpeg.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    globalSetup: './scripts/test-engines-setup.ts',
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    sequence: { sequencer: SharedLastSequencer },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: long
      ? [
          {
            extends: true,
            test: {
              name: 'long',
              include: ['{packages,services}/*/src/**/*.long.test.ts', 'scripts/release/*.long.test.ts'],
            },
          },
        ]
      : [
          { extends: true, test: { name: 'apart', include: all, exclude: [...exclude, ...sharing] } },
          { extends: true, test: { name: 'sharing', isolate: false, include: sharing, exclude } },
        ],
  },
});
