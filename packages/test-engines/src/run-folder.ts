import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where the servers of this test run are: made by vitest's global setup (see global-setup.ts) before it starts its workers. */
export function runFolder(): { folder: string; owner: number } {
  const { ANIMA_TEST_ENGINES: folder, ANIMA_TEST_ENGINES_OWNER: owner } = process.env;
  if (folder === undefined || owner === undefined)
    throw new Error('Expected to be called by a test that vitest runs: its global setup names the folder');
  return { folder, owner: Number(owner) };
}

/** What the first process that asks for it makes, for all processes of this run. */
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

/** 0, 1, 2 ... in the order in which the processes of this run ask. */
export function nextNumber(name: string): number {
  const { folder } = runFolder();
  for (let number = 0; ; number++) if (tryMake(join(folder, `${name}-${number}`))) return number;
}

/** A folder for a server of one's own; it goes with the run. */
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
