import { runProgram } from './run-program.js';
import { startRenderWorker } from './start-service.js';

await runProgram({
  title: 'A render worker of Anima',
  start: startRenderWorker,
  greeting: ({ url }, { AVATAR_DATA_DIR: dataDir, AVATAR_JOB_KINDS: kinds }) =>
    `Anima render worker listens on ${url} (/ready, /metrics) and runs ${kinds.join(', ') || 'no jobs'}; data in ${dataDir}`,
});
