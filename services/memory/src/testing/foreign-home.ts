import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ForeignHome {
  /** Real path of the home directory. */
  path: string;
  /** Settings that make this the home directory of a service. */
  env: Record<string, string>;
  at(relative: string): string;
  write(relative: string, content: string | Buffer): string;
  remove(): void;
}

/** Creates a copy of the home directory in fixtures/foreign, or an empty directory. */
export function makeForeignHome(options: { empty?: boolean } = {}): ForeignHome {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'anima-home-')));
  if (!options.empty) {
    cpSync(fileURLToPath(new URL('../../fixtures/foreign/home', import.meta.url)), path, { recursive: true });
  }
  return {
    path,
    env: { MEMORY_USER_HOME: path, MEMORY_FILE_ROOTS: path, MEMORY_SCAN_ROOTS: join(path, 'src') },
    at: (relative) => join(path, relative),
    write(relative, content) {
      const full = join(path, relative);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
