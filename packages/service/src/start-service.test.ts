import { expect, test } from 'vitest';
import { type OnClose, readVersion, startService } from './start-service.js';

/** Opens three things, the second of which takes a while to close. */
function openThree(onClose: OnClose, closed: string[]): void {
  onClose(() => closed.push('first'));
  onClose(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    closed.push('second');
  });
  onClose(() => closed.push('third'));
}

test('closes what was opened once, the last first and one after the other', async () => {
  const closed: string[] = [];
  const service = await startService(async (onClose) => {
    openThree(onClose, closed);
    return { url: 'http://127.0.0.1:1' };
  });
  expect(service.url).toBe('http://127.0.0.1:1');
  expect(closed).toEqual([]);
  await service.close();
  await service.close();
  expect(closed).toEqual(['third', 'second', 'first']);
});

test('a start that fails leaves nothing open', async () => {
  const closed: string[] = [];
  const started = startService(async (onClose) => {
    openThree(onClose, closed);
    throw new Error('The port is taken');
  });
  await expect(started).rejects.toThrow('The port is taken');
  expect(closed).toEqual(['third', 'second', 'first']);
});

test('reads the version of a package', () => {
  expect(readVersion(new URL('../package.json', import.meta.url))).toMatch(/^\d+\.\d+\.\d+$/);
});
