import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { playerFolder } from './page-folder.js';

/** The file, and all that it imports at once. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
    loadedWith(join(dirname(path), name!), seen);
  return seen;
}

it('a page loads less than 60 kB, and the renderer only if a face is shown', () => {
  const files = [...loadedWith(join(playerFolder, 'player.js'))];
  const bytes = files.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(60_000);
  const code = files.map((path) => readFileSync(path, 'utf8')).join('\n');
  expect(code).not.toContain('WebGLRenderer');
  expect(code).toMatch(/import\(["'`]\.[^)]+face-/);
  const worklet = join(playerFolder, 'player', 'sound-worklet.js');
  expect(existsSync(worklet)).toBe(true);
  expect(readFileSync(worklet, 'utf8')).not.toMatch(/\bimport\b/);
});
