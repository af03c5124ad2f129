/**
 * Test program: restores the backup `new` in the given data directory, and copies that directory before each
 * step to a folder of the step's number. A copy is the state that a process killed there leaves behind. Steps
 * are calls that rename, remove or sync files of a restore; a database transaction is part of one step,
 * because SQLite keeps it atomic.
 */
import files from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [dataDir, copies] = process.argv.slice(2) as [string, string];
let isRestoring = false;
let step = 0;

function beforeEachCall(of: object, names: readonly string[], isStep: (path: string) => boolean): void {
  const methods = of as Record<string, (path: string, ...rest: unknown[]) => unknown>;
  for (const name of names) {
    const original = methods[name]!;
    methods[name] = function (this: unknown, path: string, ...rest: unknown[]) {
      if (isRestoring && isStep(path))
        files.cpSync(dataDir, join(copies, String(++step)), { recursive: true });
      return original.call(this, path, ...rest);
    };
  }
}
beforeEachCall(promises, ['rename', 'rm'], (path) => !path.includes('.making-'));
beforeEachCall(promises, ['open'], (path) => path.endsWith('.restore'));
beforeEachCall(files, ['renameSync'], () => true);
syncBuiltinESMExports();

const { openTestBackups } = await import('./test-backups.js');
const { backups, close } = await openTestBackups(dataDir);
isRestoring = true;
await backups.restore('new', null);
isRestoring = false;
close();
