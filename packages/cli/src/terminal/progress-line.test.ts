import { afterEach, expect, it, vi } from 'vitest';
import { createProgressLine } from './progress-line.js';

afterEach(() => void vi.useRealTimers());

function line(isTTY: boolean) {
  const written: string[] = [];
  return { written, progress: createProgressLine({ write: (text) => written.push(text), isTTY }, true) };
}

it('shows the elapsed time of an operation without progress, and disappears at its end', async () => {
  vi.useFakeTimers();
  const { written, progress } = line(true);
  const work = progress.during(
    'Writing',
    () => new Promise((resolve) => setTimeout(() => resolve('done'), 2_500)),
  );
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await work).toBe('done');
  expect(written).toEqual(
    ['Writing', 'Writing, 1 s', 'Writing, 2 s'].map((text) => `\r${text}\x1b[K`).concat('\r\x1b[K'),
  );
  await expect(progress.during('Again', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(written.at(-1)).toBe('\r\x1b[K');
  expect(vi.getTimerCount()).toBe(0);
});

it('is empty without a terminal', async () => {
  const { written, progress } = line(false);
  expect(await progress.during('Writing', async () => 1)).toBe(1);
  progress.show('x', 0.5);
  expect(written).toEqual([]);
});
