/**
 * A program for tests: restores the backup `new` in the data directory it is given, and kills itself with SIGKILL before
 * its n-th step. Steps are what renames, removes or makes durable anything of a restore; a transaction of the database is
 * part of one, as it is SQLite's to keep whole. Ends with 0 where there are fewer.
 */
import files from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [dataDir, step] = process.argv.slice(2) as [string, string];
let left = Number.POSITIVE_INFINITY;

function beforeEachCall(of: object, names: readonly string[], isStep: (path: string) => boolean): void {
  const methods = of as Record<string, (path: string, ...rest: unknown[]) => unknown>;
  for (const name of names) {
    const original = methods[name]!;
    methods[name] = function (this: unknown, path: string, ...rest: unknown[]) {
      if (isStep(path) && --left === 0) process.kill(process.pid, 'SIGKILL');
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
left = Number(step);
await backups.restore('new', null);
left = Number.POSITIVE_INFINITY;
close();
