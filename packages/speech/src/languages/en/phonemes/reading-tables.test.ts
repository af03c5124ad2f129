import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { readTables, writePreparedTables } from './reading-tables.js';

const MODEL_DIR = fileURLToPath(new URL('../../../../../../models/hibari-heart', import.meta.url));

it('what was prepared is the same, and is made anew where it is damaged or not there', async () => {
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
