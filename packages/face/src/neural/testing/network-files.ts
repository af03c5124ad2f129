import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A folder for the networks of a test file. After the tests, opened networks are closed and the folder is
 * removed.
 */
export interface NetworkFiles {
  /** Writes a file and gives its path. */
  write(name: string, bytes: Uint8Array): string;
  /** The same network, closed after the tests. */
  opened<Network extends { close(): Promise<void> }>(network: Promise<Network>): Promise<Network>;
}

export function createNetworkFiles(): NetworkFiles {
  const folder = mkdtempSync(join(tmpdir(), 'anima-networks-'));
  const open: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const network of open) await network.close();
    rmSync(folder, { recursive: true });
  });
  return {
    write: (name, bytes) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    },
    opened: async (network) => {
      open.push(await network);
      return network;
    },
  };
}
