import { rm, rmdir } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileError } from '../download/disk.js';
import { withFileLock } from '../download/file-lock.js';
import { discardPartial } from '../download/partial-file.js';
import { type KnownModel, pathIn } from '../model.js';
import { checkModel, forgetVerified } from '../model-state.js';
import { modelNamed } from '../table/read-table.js';
import { type CommandContext, EXIT, refuseShipped } from './command.js';

/** Removes downloaded files and unfinished downloads. Files that the user put there stay. */
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
  if (state === 'missing') say(`${model.name}: not installed`);
  else if (state === 'own') say(`${model.name}: your own file was not removed`);
  else say(`${model.name}: removed`);
}

/** Removes empty folders of the file, up to the data directory. */
async function removeEmpty(dir: string, dataDir: string): Promise<void> {
  if (relative(dataDir, dir) === '' || relative(dataDir, dir).startsWith('..')) return;
  try {
    await rmdir(dir);
  } catch {
    return;
  }
  await removeEmpty(dirname(dir), dataDir);
}
