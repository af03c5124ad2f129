import { makeFilesPrivate } from '@anima/service/files';
import { runUntilStopped } from '@anima/service/process';
import { settings } from './config.js';
import { reportStartupFailure } from './failed-start.js';
import { startRenderWorker } from './start-render-worker.js';

if (process.argv.includes('--help')) {
  console.log(`A render worker of Anima. Settings, from the environment:\n${settings.helpTable()}`);
} else {
  makeFilesPrivate();
  try {
    const config = settings.parse(process.env);
    const worker = await startRenderWorker(config);
    const kinds = config.AVATAR_JOB_KINDS.join(', ') || 'no jobs';
    console.error(
      `Anima render worker listens on ${worker.url} (/ready, /metrics) and takes ${kinds}; data in ${config.AVATAR_DATA_DIR}`,
    );
    runUntilStopped(() => worker.close());
  } catch (error) {
    reportStartupFailure(error);
  }
}
