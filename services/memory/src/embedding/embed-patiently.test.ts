import { AppError } from '@anima/service/errors';
import { expect, it, vi } from 'vitest';
import { embedWithRetry } from './embed-patiently.js';

const full = new AppError('overloaded', 'Too many texts wait to be embedded');

it('tries again while the queue is full, resting in between', async () => {
  const embed = vi
    .fn(async () => 'vector')
    .mockRejectedValueOnce(full)
    .mockRejectedValueOnce(full);
  const rest = vi.fn();
  expect(await embedWithRetry(embed, rest, 0)).toBe('vector');
  expect(embed).toHaveBeenCalledTimes(3);
  expect(rest).toHaveBeenCalledTimes(2);
});

it('fails with other errors, and with the reason to stop', async () => {
  const broken = new AppError('unavailable', 'The embedding model failed on this text');
  await expect(embedWithRetry(() => Promise.reject(broken), undefined, 0)).rejects.toBe(broken);
  const stopping = new Error('stopping');
  const stop = () => Promise.reject(stopping);
  await expect(embedWithRetry(() => Promise.reject(full), stop, 0)).rejects.toBe(stopping);
});
