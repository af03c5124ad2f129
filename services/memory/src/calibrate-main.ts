import { AppError } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { calibrate } from './calibrate.js';
import { settings } from './config.js';
import { sayOn } from './reindex-line.js';

const USAGE = `Usage: anima calibrate (npm run calibrate)

Fits the cosines from which memories are similar, the same or in conflict to MEMORY_EMBEDDING_MODEL, on pairs of texts that
ship, and keeps them in MEMORY_DATA_DIR for the next start. The model that ships needs none.

Exit codes: 0 done, 1 failed, 64 wrong usage, 130 stopped. Settings, from the environment:`;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

if (process.argv.includes('--help')) console.log(`${USAGE}\n${settings.helpTable()}`);
else if (process.argv.length > 2) {
  console.error(`Expected no arguments, received ${process.argv[2]}\n${USAGE.split('\n')[0]}`);
  process.exitCode = 64;
} else {
  makeFilesPrivate();
  try {
    await calibrate(settings.parse(process.env), { signal: stop.signal, say: sayOn(process.stderr) });
  } catch (error) {
    if (stop.signal.aborted) process.exitCode = 130;
    else {
      if (!(error instanceof AppError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  }
}
