import '@anima/service/small-heap';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { keepOwnLogBounded, runUntilStopped } from '@anima/service/process';
import { settings } from './config.js';
import { suggestModel } from './embedding/suggest-model.js';
import { startMemoryService } from './start-service.js';

if (process.argv.includes('--help')) {
  console.log(`The memory service of Anima. Settings, from the environment:\n${settings.helpTable()}`);
} else {
  makeFilesPrivate();
  keepOwnLogBounded(process.env.ANIMA_LOG_FILE);
  try {
    const config = settings.parse(process.env);
    const suggestion = suggestModel(process.env, {
      model: config.MEMORY_EMBEDDING_MODEL,
      isFirstStart:
        config.MEMORY_DATABASE_URL === undefined && !existsSync(join(config.MEMORY_DATA_DIR, 'memory.db')),
    });
    const service = await startMemoryService(config);
    if (suggestion !== null) console.error(suggestion);
    console.error(`Anima memory listens on ${service.url} (studio: ${service.url}/studio, documentation: ${service.url}/docs), data in ${config.MEMORY_DATA_DIR}
Try: curl ${service.url}/api/v1/remember -H 'content-type: application/json' -d '{"content":"We deploy on Fridays","type":"decision"}'`);
    runUntilStopped(() => service.close());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
