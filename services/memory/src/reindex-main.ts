import '@anima/service/small-heap';
import { constants, setPriority } from 'node:os';
import { reindex } from './reindex.js';
import { runCommand } from './run-command.js';

const USAGE = `Usage: anima reindex (npm run reindex)

Makes the vectors of all memories and cached questions anew with MEMORY_EMBEDDING_MODEL. A running service goes on
answering meanwhile and takes the new ones over when it is started again with that model. Can be stopped and begun again at any
moment; takes up to the size of the database on the disk until it is done.

Exit codes: 0 done, 1 failed, 64 wrong usage, 130 stopped. Settings, from the environment:`;

await runCommand(
  USAGE,
  (config, options) => {
    // Requests to the service have priority.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    return reindex(config, options);
  },
  'Stopped; what is done is kept, and the same command goes on from there',
);
