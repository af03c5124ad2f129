import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { assertSpace, fileError, freeBytes } from '../download/disk.js';
import { download } from '../download/download.js';
import { withFileLock } from '../download/file-lock.js';
import { partialBytes } from '../download/partial-file.js';
import { ModelsError } from '../errors.js';
import { type KnownFile, type KnownModel, pathIn, readableBytes, sizeOf } from '../model.js';
import { checkModel, expectedSha256, rememberFetched } from '../model-state.js';
import { withNeeds } from '../table/read-table.js';
import { type CommandContext, EXIT, refuseShipped } from './command.js';

/** Downloads models and the models that they need. Checks names, licences and free space before the first byte. */
export async function fetchModels(
  context: CommandContext,
  names: readonly string[],
  { acceptLicence }: { acceptLicence: boolean },
): Promise<number> {
  const { dataDir, signal, say } = context;
  for (const name of names) refuseShipped(context, name, 'fetched');
  const models = withNeeds(context.table, names);
  for (const { name, licence, restriction, home } of models)
    say(`${name}: ${licence}${restriction === null ? '' : `: ${restriction}`} (${home})`);
  refuseLicences(models, acceptLicence);
  const wanted = new Set<KnownFile>();
  for (const model of models) {
    const { files } = await checkModel(dataDir, model, { signal });
    for (const { file, state } of files) if (state !== 'installed') wanted.add(file);
  }
  await assertSpaceFor(context, wanted);
  for (const model of models) await fetchModel(context, model, wanted);
  if (wanted.size > 0) say('Restart the avatar service to use the new models.');
  return EXIT.done;
}

function refuseLicences(models: readonly KnownModel[], accepted: boolean): void {
  const restricted = models.filter(({ restriction }) => restriction !== null).map(({ name }) => name);
  if (restricted.length === 0 || accepted) return;
  throw new ModelsError(
    'licence_not_accepted',
    `Expected --accept-licence for ${restricted.join(', ')}: with it you accept the terms above`,
  );
}

async function assertSpaceFor({ dataDir }: CommandContext, files: ReadonlySet<KnownFile>): Promise<void> {
  let bytes = 0;
  for (const file of files)
    bytes += Math.max(0, (file.bytes ?? 0) - (await partialBytes(pathIn(dataDir, file.path))));
  if (bytes === 0) return;
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw fileError(dataDir, error);
  });
  assertSpace(dataDir, bytes, await freeBytes(dataDir));
}

async function fetchModel(
  context: CommandContext,
  model: KnownModel,
  wanted: ReadonlySet<KnownFile>,
): Promise<void> {
  const { dataDir, say } = context;
  const files = model.files.filter((file) => wanted.has(file));
  if (files.length === 0) {
    say(`${model.name}: already installed`);
    return;
  }
  const unpublished: string[] = [];
  for (const [index, file] of files.entries()) {
    const sha256 = await expectedSha256(dataDir, file);
    const received = await fetchFile(context, model, file, sha256, files.length - index - 1);
    await rememberFetched(dataDir, file, received);
    if (sha256 === null) unpublished.push(`${file.path} ${received}`);
  }
  const size = sizeOf(model);
  say(
    `${model.name}: fetched${size === null ? '' : `, ${readableBytes(size)}`}, in ${dirname(pathIn(dataDir, files.at(-1)!.path))}`,
  );
  if (unpublished.length > 0)
    say(
      `${model.name}: no checksum is published; from now on the checksum of this copy counts (${unpublished.join(', ')})`,
    );
}

async function fetchFile(
  { dataDir, signal, progress }: CommandContext,
  model: KnownModel,
  file: KnownFile,
  sha256: string | null,
  others: number,
): Promise<string> {
  const { url, bytes, path } = file;
  const target = pathIn(dataDir, path);
  const onProgress = (received: number, total: number | null): void =>
    progress.show(`${model.name} ${basename(path)}`, received, total);
  try {
    return await withFileLock(dataDir, path, () =>
      download({ url, target, bytes, sha256, signal, onProgress }),
    );
  } catch (error) {
    if (!(error instanceof ModelsError) || error.code !== 'unreachable') throw error;
    throw new ModelsError(
      'unreachable',
      `${error.message}: fetch ${url} on another machine and put the file at ${target}; ` +
        `sha256 ${sha256 ?? 'not published'}${others === 0 ? '' : `; \`anima models list --json\` has ${others} more files`}; Anima works without it`,
      { cause: error },
    );
  } finally {
    progress.clear();
  }
}
