import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Program } from '@anima/calls';
import { bundledModule } from './built-module.js';

/**
 * For glibc, which would keep a heap for each of their many threads, mostly empty ones, and after the first large buffer that is freed
 * take others like it from there, and keep them.
 */
const GIVING_BACK = { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(2 ** 20) };

/**
 * A small heap; and code that is compiled, and watched by the compiler, from its first call on: the first sentences take a half to a
 * third of the time that they take with V8's defaults, which wait whether a function is called again.
 */
export const SPEECH_PROGRAM: Program = {
  file: builtFile('adapters/speech/speech-process.js'),
  execArgv: ['--optimize-for-size', '--no-lazy-feedback-allocation', '--always-sparkplug'],
  env: GIVING_BACK,
};

export const RENDER_PROGRAM: Program = {
  file: builtFile('adapters/render/render-process.js'),
  // Frames lie outside of V8's heap, which need not be large; the collector is asked when heads were let go.
  execArgv: ['--max-semi-space-size=2', '--optimize-for-size', '--expose-gc'],
  env: GIVING_BACK,
};

/** Beside the program of the same code: bundle.mjs makes both, and one that was not bundled finds none. */
export const PREPARED_HEADS_DIR = join(dirname(RENDER_PROGRAM.file), 'heads');

/** The same beside the program that speaks. */
export const PREPARED_SPEECH_DIR = join(dirname(SPEECH_PROGRAM.file), 'speech');

/** Below dist, which runs also where this one runs from its source. */
function builtFile(file: string): string {
  const built = createRequire(import.meta.url).resolve(`@anima/avatar/dist/${file}`);
  return fileURLToPath(bundledModule(pathToFileURL(built).href));
}
