import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));

/** A folder that looks like a built clone of Anima to the programs in it, and may be moved away. */
export interface StandInClone {
  /** The program of the command line. */
  main: string;
  /** Runs the work while the folder is elsewhere, as if a user had moved or removed it. */
  whileAway<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Copies the programs that settings of tools name; the rest are links to this repository. */
export function standInClone(parent: string): StandInClone {
  const root = mkdtempSync(join(parent, 'clone-'));
  const copied = ['scripts', 'packages/cli'];
  link('.', ['packages', 'scripts', '.git']);
  mkdirSync(join(root, 'packages'));
  link('packages', ['cli']);
  for (const folder of copied) cpSync(join(repository, folder), join(root, folder), { recursive: true });
  return {
    main: join(root, 'packages/cli/anima.mjs'),
    async whileAway(work) {
      renameSync(root, `${root}-moved`);
      try {
        return await work();
      } finally {
        renameSync(`${root}-moved`, root);
      }
    },
  };

  function link(folder: string, except: readonly string[]): void {
    for (const name of readdirSync(join(repository, folder)))
      if (!except.includes(name)) symlinkSync(join(repository, folder, name), join(root, folder, name));
  }
}
