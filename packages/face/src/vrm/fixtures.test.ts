import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FIXTURES = fileURLToPath(new URL('../../fixtures/vrm', import.meta.url));
const SCRIPT = fileURLToPath(new URL('../../../../scripts/make-test-vrm.mjs', import.meta.url));

it('the script reproduces the stored characters of the tests, each below 200 kB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'anima-vrm-'));
  try {
    execFileSync(process.execPath, [SCRIPT, folder]);
    const made = readdirSync(folder);
    expect(made).toHaveLength(4);
    for (const name of made) {
      const bytes = readFileSync(join(folder, name));
      expect(bytes.equals(readFileSync(join(FIXTURES, name)))).toBe(true);
      expect(bytes.length).toBeLessThan(200_000);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
