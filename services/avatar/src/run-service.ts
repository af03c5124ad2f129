import { keepOwnLogBounded, runUntilStopped } from '@anima/service/process';
import type { BegunProcesses } from './adapters/begun-processes.js';
import { settings } from './config.js';
import { reportStartupFailure } from './failed-start.js';
import { startAvatarService } from './start-service.js';

/** Runs the service as the environment says, until it is stopped; what is wrong with its start is one line. */
export async function runService(begun: BegunProcesses): Promise<void> {
  keepOwnLogBounded(process.env.ANIMA_LOG_FILE);
  try {
    const config = settings.parse(process.env);
    const service = await startAvatarService(config, { begun });
    console.error(`Anima avatar listens on ${service.url} (studio: ${service.url}/studio, live: ${service.url}/live, documentation: ${service.url}/docs), data in ${config.AVATAR_DATA_DIR}
Try: curl ${service.url}/v1/audio/speech -H 'content-type: application/json' -d '{"model":"hibari","voice":"heart","input":"Hello there."}' -o hello.mp3`);
    runUntilStopped(() => service.close());
  } catch (error) {
    begun.close();
    reportStartupFailure(error);
  }
}
