import { InferenceError } from '@anima/inference';
import { AppError, isStorageFull } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { runUntilStopped } from '@anima/service/process';
import { settings } from './config.js';
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
    const isExpected = error instanceof AppError || error instanceof InferenceError;
    if (isStorageFull(error)) console.error('The disk of AVATAR_DATA_DIR has no room to start on: free some');
    else if (isExpected) console.error(error.message);
    else throw error;
    process.exitCode = 1;
  }
}
