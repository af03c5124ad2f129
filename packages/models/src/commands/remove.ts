import { rm, rmdir } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileError } from '../download/file-error.js';
import { withFileLock } from '../download/file-lock.js';
import { discardPartial } from '../download/partial-file.js';
import { pathIn } from '../folders.js';
import type { KnownModel } from '../model.js';
import { checkModel } from '../model-state.js';
import { modelNamed } from '../table/read-table.js';
import { forgetVerified } from '../verified-files.js';
import { type CommandContext, EXIT } from './command.js';
import { refuseShipped } from './shipped.js';

/** Takes away the files of the table, and what unfinished fetches left. Files of one's own stay. */
export async function remove(context: CommandContext, names: readonly string[]): Promise<number> {
  for (const name of names) refuseShipped(context, name, 'removed');
  const models = names.map((name) => modelNamed(context.table, name));
  for (const model of models) await removeModel(context, model);
  return EXIT.done;
}

async function removeModel({ dataDir, say }: CommandContext, model: KnownModel): Promise<void> {
  const { state } = await checkModel(dataDir, model);
  for (const file of model.files) {
    const target = pathIn(dataDir, file.path);
    await withFileLock(dataDir, file.path, async () => {
      await rm(target, { force: true }).catch((error: unknown) => {
        throw fileError(target, error);
      });
      await discardPartial(target);
      await forgetVerified(dataDir, file.path);
    });
    await removeEmpty(dirname(target), dataDir);
  }
  if (state === 'missing') say(`${model.name}: was not installed`);
  else if (state === 'own') say(`${model.name}: a file of your own is left where it is`);
  else say(`${model.name}: removed`);
}

/** Folders that were made for the file, up to the data directory. */
async function removeEmpty(dir: string, dataDir: string): Promise<void> {
  if (relative(dataDir, dir) === '' || relative(dataDir, dir).startsWith('..')) return;
  try {
    await rmdir(dir);
  } catch {
    return;
  }
  await removeEmpty(dirname(dir), dataDir);
}
