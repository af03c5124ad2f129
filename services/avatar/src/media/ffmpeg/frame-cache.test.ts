import { describe, expect, it } from 'vitest';
import type { FrameBuffer } from './frame-buffer.js';
import { createFrameCache, type ShownFrames } from './frame-cache.js';

function shown(fileBytes: number): ShownFrames & { isClosed(): boolean } {
  let closed = false;
  const frames: FrameBuffer = {
    ...{ length: 1, fileBytes },
    add: async () => true,
    read: async () => {},
    close: async () => {
      closed = true;
    },
  };
  return { frames, note: null, isClosed: () => closed };
}

describe.skipIf(process.platform === 'win32')('frames that were shown', () => {
  it('are given to one caller with the same identity at a time', async () => {
    const shelf = createFrameCache(100);
    const one = shown(10);
    await shelf.put('one', one);
    expect(shelf.take('other')).toBeNull();
    expect(shelf.take('one')).toBe(one);
    expect(shelf.take('one')).toBeNull();
    expect(one.isClosed()).toBe(false);
  });

  it('are closed when others take their place', async () => {
    const shelf = createFrameCache(100);
    const [one, other] = [shown(10), shown(10)];
    await shelf.put('one', one);
    await shelf.put('other', other);
    expect([one.isClosed(), other.isClosed()]).toEqual([true, false]);
    expect(shelf.take('one')).toBeNull();
  });

  it('are closed immediately if they are in memory or in a large file, and evict nothing', async () => {
    const shelf = createFrameCache(100);
    const one = shown(100);
    await shelf.put('one', one);
    for (const bytes of [0, 101]) {
      const other = shown(bytes);
      await shelf.put('other', other);
      expect(other.isClosed()).toBe(true);
    }
    expect(shelf.take('one')).toBe(one);
  });
});
