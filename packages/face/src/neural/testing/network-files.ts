import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for networks that a test makes. */
export interface NetworkFiles {
  /** Writes a file and gives its path. */
  write(name: string, bytes: Uint8Array): string;
  remove(): void;
}

export function createNetworkFiles(): NetworkFiles {
  const folder = mkdtempSync(join(tmpdir(), 'anima-networks-'));
  return {
    write: (name, bytes) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
