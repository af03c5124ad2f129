import './small-heap.js';
import { constants, setPriority } from 'node:os';
import { AppError } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { settings } from './config.js';
import { reindex } from './reindex.js';
import { sayOn } from './reindex-line.js';

const USAGE = `Usage: anima reindex (npm run reindex)

Makes the vectors of all memories and cached questions anew with MEMORY_EMBEDDING_MODEL. A running service goes on
answering meanwhile and takes the new ones over when it is started again with that model. Can be stopped and begun again at any
moment; takes up to the size of the database on the disk until it is done.

Exit codes: 0 done, 1 failed, 64 wrong usage, 130 stopped. Settings, from the environment:`;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

if (process.argv.includes('--help')) console.log(`${USAGE}\n${settings.helpTable()}`);
else if (process.argv.length > 2) {
  console.error(`Expected no arguments, received ${process.argv[2]}\n${USAGE.split('\n')[0]}`);
  process.exitCode = 64;
} else {
  makeFilesPrivate();
  // Whoever asks the service goes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    const config = settings.parse(process.env);
    await reindex(config, { signal: stop.signal, say: sayOn(process.stderr) });
  } catch (error) {
    if (stop.signal.aborted) {
      console.error('Stopped; what is done is kept, and the same command goes on from there');
      process.exitCode = 130;
    } else {
      if (!(error instanceof AppError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  }
}
