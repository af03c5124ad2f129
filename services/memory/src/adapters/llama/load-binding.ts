import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@anima/service/errors';
import type { Binding } from './binding.js';

/** With what this was built and tested; its models and answers change with every release. */
export const BINDING = 'node-llama-cpp@3.22.0';

/**
 * node-llama-cpp, as it was installed into `folder`, or beside this service. It comes with 700 MB of programs for graphics
 * cards, so it is no dependency: whoever wants a judge of his own installs it. Null where there is none.
 */
export function findBinding(folder: string): string | null {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return pathToFileURL(createRequire(from).resolve('node-llama-cpp')).href;
    } catch {
      // Looked for in the next place.
    }
  }
  return null;
}

/** What to do about it, in one line. */
export function missingBinding(folder: string): AppError {
  return new AppError(
    'invalid_configuration',
    `MEMORY_JUDGE_MODEL: expected the package node-llama-cpp to run a GGUF, found none; install it with: npm install --prefix ${JSON.stringify(folder)} ${BINDING}`,
  );
}

export async function loadBinding(url: string): Promise<Binding> {
  return (await import(url)) as Binding;
}
