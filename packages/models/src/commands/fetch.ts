import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { download } from '../download/download.js';
import { fileError } from '../download/file-error.js';
import { withFileLock } from '../download/file-lock.js';
import { assertSpace, freeBytes } from '../download/free-space.js';
import { partialBytes } from '../download/partial-file.js';
import { ModelsError } from '../errors.js';
import { expectedSha256, rememberFetched } from '../file-state.js';
import { pathIn } from '../folders.js';
import { type KnownFile, type KnownModel, sizeOf } from '../model.js';
import { checkModel } from '../model-state.js';
import { readableBytes } from '../readable-bytes.js';
import { withNeeds } from '../table/read-table.js';
import { type CommandContext, EXIT } from './command.js';
import { refuseShipped } from './shipped.js';

/** Everything that can be refused is refused before the first byte. */
export async function fetchModels(
  context: CommandContext,
  names: readonly string[],
  { acceptLicence }: { acceptLicence: boolean },
): Promise<number> {
  for (const name of names) refuseShipped(context, name, 'fetched');
  const models = withNeeds(context.table, names);
  for (const model of models) printLicence(context, model);
  refuseLicences(models, acceptLicence);
  const wanted = await missingFiles(context, models);
  await assertSpaceFor(context, wanted);
  for (const model of models) await fetchModel(context, model, wanted);
  if (wanted.size > 0) context.say('Restart the avatar service to use what was fetched.');
  return EXIT.done;
}

function printLicence({ say }: CommandContext, { name, licence, restriction, home }: KnownModel): void {
  say(`${name}: ${licence}${restriction === null ? '' : `: ${restriction}`} (${home})`);
}

function refuseLicences(models: readonly KnownModel[], accepted: boolean): void {
  const restricted = models.filter(({ restriction }) => restriction !== null).map(({ name }) => name);
  if (restricted.length === 0 || accepted) return;
  throw new ModelsError(
    'licence_not_accepted',
    `Expected --accept-licence for ${restricted.join(', ')}: whoever fetches it accepts the terms above`,
  );
}

async function missingFiles(
  { dataDir, signal }: CommandContext,
  models: readonly KnownModel[],
): Promise<ReadonlySet<KnownFile>> {
  const wanted = new Set<KnownFile>();
  for (const model of models) {
    const { files } = await checkModel(dataDir, model, { signal });
    for (const { file, state } of files) if (state !== 'installed') wanted.add(file);
  }
  return wanted;
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
    say(`${model.name}: is there already`);
    return;
  }
  const first: string[] = [];
  for (const [index, file] of files.entries()) {
    const sha256 = await expectedSha256(dataDir, file);
    const received = await fetchFile(context, model, file, sha256, files.length - index - 1);
    await rememberFetched(dataDir, file, received);
    if (sha256 === null) first.push(`${file.path} ${received}`);
  }
  const size = sizeOf(model);
  say(
    `${model.name}: fetched${size === null ? '' : `, ${readableBytes(size)}`}, in ${dirname(pathIn(dataDir, files.at(-1)!.path))}`,
  );
  if (first.length > 0)
    say(
      `${model.name}: its home publishes no checksum; from now on that of this copy counts (${first.join(', ')})`,
    );
}

async function fetchFile(
  { dataDir, signal, progress }: CommandContext,
  model: KnownModel,
  file: KnownFile,
  sha256: string | null,
  others: number,
): Promise<string> {
  const target = pathIn(dataDir, file.path);
  const { url, bytes } = file;
  try {
    return await withFileLock(dataDir, file.path, () =>
      download({
        url,
        target,
        bytes,
        sha256,
        signal,
        onProgress: (received, total) => progress.show(`${model.name} ${baseName(file)}`, received, total),
      }),
    );
  } catch (error) {
    if (!(error instanceof ModelsError) || error.code !== 'unreachable') throw error;
    throw new ModelsError(
      'unreachable',
      `${error.message}: fetch ${url} on another machine and put the file at ${target}; ` +
        `sha256 ${sha256 ?? 'not published'}${others === 0 ? '' : `; ${others} more files are in \`anima models list --json\``}; everything else works`,
      { cause: error },
    );
  } finally {
    progress.clear();
  }
}

function baseName({ path }: KnownFile): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
