import '@anima/service/small-heap';
import { constants, setPriority } from 'node:os';
import { reindex } from './reindex.js';
import { runCommand } from './run-command.js';

const USAGE = `Usage: anima reindex (npm run reindex)

Re-embeds all memories and cached queries with MEMORY_EMBEDDING_MODEL. A running service continues in the meantime and uses
the new vectors after a restart with that model. You can stop and repeat the command at any time. It needs up to the size of
the database on the disk until it is done.

Exit codes: 0 done, 1 failed, 64 wrong usage, 130 stopped. Settings, from the environment:`;

await runCommand(
  USAGE,
  (config, options) => {
    // Requests to the service have priority.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    return reindex(config, options);
  },
  'Stopped. Repeat the command to continue from here',
);
