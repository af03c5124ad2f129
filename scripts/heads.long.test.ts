import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const build = fileURLToPath(new URL('../models/heads/build/', import.meta.url));
const python = join(build, '.venv/bin/python');
const scratch = mkdtempSync(join(tmpdir(), 'anima-heads-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** `npm run heads` makes the venv; without it there is nothing to build with. */
it.skipIf(!existsSync(python))(
  'a head built twice is the same, bit for bit',
  () => {
    const glbs = ['first', 'second'].map((turn) => {
      const { status, stderr } = spawnSync(
        python,
        ['-m', 'heads', 'kofi', '--into', join(scratch, turn), '--afresh'],
        {
          cwd: build,
          encoding: 'utf8',
          env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONHASHSEED: '0' },
        },
      );
      expect(status, stderr).toBe(0);
      return readFileSync(join(scratch, turn, 'kofi.glb'));
    });
    expect(glbs[0]!.equals(glbs[1]!)).toBe(true);
  },
  1_200_000,
);
