import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AvatarConfig } from '../config.js';
import { assertSharedFolder } from './shared-folder.js';

it('has one whole id for all who start in a new folder at the same moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anima-folder-'));
  const ids = new Set<string>();
  const start = () =>
    assertSharedFolder({ AVATAR_DATA_DIR: folder } as AvatarConfig, {
      async folderOfAll(id) {
        ids.add(id);
        return id;
      },
    });
  try {
    await Promise.all(Array.from({ length: 20 }, start));
    expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(readdirSync(folder)).toEqual(['folder-id']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
