import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepFrames } from './frame-buffer.js';

const BYTES = 4096;
const folder = mkdtempSync(join(tmpdir(), 'anima-kept-'));
const disk = join(folder, 'disk');
let hasDisk = false;
beforeAll(() => {
  spawnSync('mkdir', [disk]);
  hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${8 * BYTES}`, 'tmpfs', disk]).status === 0;
});
afterAll(() => {
  if (hasDisk) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

const frame = (index: number) => new Uint8Array(BYTES).fill(index + 1);

it('gives frames back from memory, and from a file where there are more', async () => {
  const frames = keepFrames(BYTES, { memoryBytes: 3 * BYTES, fileBytes: 8 * BYTES }, folder);
  const into = new Uint8Array(BYTES);
  for (let count = 1; count <= 6; count++) {
    expect(await frames.add(frame(count - 1))).toBe(true);
    expect(frames.length).toBe(count);
    for (let index = 0; index < count; index++) {
      await frames.read(index, into);
      expect(into).toEqual(frame(index));
    }
  }
  await frames.close();
  expect(readdirSync(folder)).toEqual(['disk']);
});

it('keeps a copy', async () => {
  const frames = keepFrames(BYTES, { memoryBytes: BYTES, fileBytes: BYTES }, folder);
  const given = frame(0);
  await frames.add(given);
  given.fill(9);
  const into = new Uint8Array(BYTES);
  await frames.read(0, into);
  expect(into).toEqual(frame(0));
});

it('drops all frames if there is no space in memory or on the disk', async ({ skip }) => {
  const small = keepFrames(BYTES, { memoryBytes: BYTES, fileBytes: 2 * BYTES }, folder);
  expect([await small.add(frame(0)), await small.add(frame(1)), await small.add(frame(2))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(readdirSync(folder)).toEqual(['disk']);
  skip(!hasDisk, 'no disk can be mounted here');
  const full = keepFrames(BYTES, { memoryBytes: BYTES, fileBytes: 100 * BYTES }, disk);
  let added = 0;
  while (await full.add(frame(added))) added++;
  expect(added).toBeGreaterThan(3);
  expect(added).toBeLessThan(9);
  expect(readdirSync(disk)).toEqual([]);
});
