import { describe, expect, test } from 'vitest';
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

test('closes each resource once, in reverse order and in sequence', async () => {
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

describe('what cannot be closed', () => {
  const failing = (onClose: OnClose, closed: string[]) => {
    openThree(onClose, closed);
    onClose(() => Promise.reject(new Error('The index cannot be saved')));
    onClose(() => closed.push('last'));
  };

  test('still closes the other resources, and throws the error', async () => {
    const closed: string[] = [];
    const service = await startService(async (onClose) => {
      failing(onClose, closed);
      return { url: 'http://127.0.0.1:1' };
    });
    await expect(service.close()).rejects.toThrow('The index cannot be saved');
    expect(closed).toEqual(['last', 'third', 'second', 'first']);
    await service.close();
  });

  test('throws an AggregateError for several errors', async () => {
    const service = await startService(async (onClose) => {
      for (const message of ['first', 'second'])
        onClose(() => {
          throw new Error(message);
        });
      return { url: 'http://127.0.0.1:1' };
    });
    const failure = await service.close().catch((error: unknown) => error);
    expect((failure as AggregateError).errors.map(String)).toEqual(['Error: second', 'Error: first']);
  });

  test('does not hide why a service did not start', async () => {
    const closed: string[] = [];
    const started = startService(async (onClose) => {
      failing(onClose, closed);
      throw new Error('The port is taken');
    });
    await expect(started).rejects.toThrow('The port is taken');
    expect(closed).toEqual(['last', 'third', 'second', 'first']);
  });
});

test('reads the version of a package', () => {
  expect(readVersion(new URL('../../package.json', import.meta.url))).toMatch(/^\d+\.\d+\.\d+$/);
});
