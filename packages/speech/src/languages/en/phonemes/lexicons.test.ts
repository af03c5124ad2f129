import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { readTables, writePreparedTables } from './lexicons.js';

const MODEL_DIR = fileURLToPath(new URL('../../../../../../models/hibari-heart', import.meta.url));

it('reads equal tables from a prepared file, and ignores a damaged or missing one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anima-tables-'));
  const path = join(folder, 'reading.tables');
  try {
    const made = await readTables(MODEL_DIR, null);
    const isSame = async (from: string): Promise<boolean> =>
      isDeepStrictEqual(await readTables(from, path), made);
    expect(await isSame(MODEL_DIR)).toBe(true);
    await writePreparedTables(MODEL_DIR, path);
    expect(await isSame('nowhere')).toBe(true);
    truncateSync(path, statSync(path).size - 1);
    expect(await isSame(MODEL_DIR)).toBe(true);
    truncateSync(path, 0);
    expect(await isSame(MODEL_DIR)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
