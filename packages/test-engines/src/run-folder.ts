import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns the folder of the servers of this test run and the process that owns them. The global setup of
 * vitest creates the folder before it starts its workers (see scripts/test-engines-setup.ts).
 */
function runFolder(): { folder: string; owner: number } {
  const { ANIMA_TEST_ENGINES: folder, ANIMA_TEST_ENGINES_OWNER: owner } = process.env;
  if (folder === undefined || owner === undefined)
    throw new Error('Expected to be called by a test that vitest runs: its global setup names the folder');
  return { folder, owner: Number(owner) };
}

/** Returns the result of `make`, which runs only in the first process of this run that calls this. */
export async function onceInRun(
  name: string,
  make: (folder: string, owner: number) => Promise<string>,
): Promise<string> {
  const { folder, owner } = runFolder();
  const answer = join(folder, `${name}.url`);
  if (tryMake(join(folder, name))) {
    const made = await make(join(folder, name), owner).catch((error: unknown) => `failed: ${String(error)}`);
    writeFileSync(`${answer}.new`, made);
    renameSync(`${answer}.new`, answer);
  }
  for (;;) {
    const made = tryRead(answer);
    if (made?.startsWith('failed: ')) throw new Error(made);
    if (made !== null) return made;
    await delay(25);
  }
}

/** Returns 0, 1, 2 ... for successive calls of all processes of this run. */
export function nextNumber(name: string): number {
  const { folder } = runFolder();
  for (let number = 0; ; number++) if (tryMake(join(folder, `${name}-${number}`))) return number;
}

/** Creates a folder for a separate server; it is removed with the run. */
export function ownFolder(name: string): string {
  const folder = mkdtempSync(join(runFolder().folder, `own-${name}-`));
  return folder;
}

function tryMake(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
