import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from '@anima/calls';

/**
 * Settings of glibc. By default it keeps a heap for each of many threads, and after the first large freed
 * buffer it takes similar ones from the heap and keeps them.
 */
const GIVING_BACK = { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(2 ** 20) };

/**
 * A small heap; and code that is compiled, and watched by the compiler, from its first call on: the first sentences take a half to a
 * third of the time that they take with V8's defaults, which wait whether a function is called again.
 */
export const SPEECH_PROGRAM: Program = {
  file: builtFile('speech/speech-process.js'),
  execArgv: ['--optimize-for-size', '--no-lazy-feedback-allocation', '--always-sparkplug'],
  env: GIVING_BACK,
};

export const RENDER_PROGRAM: Program = {
  file: builtFile('clips/render/render-process.js'),
  // Frames are outside of the V8 heap, which can be small; the garbage collector runs when heads are
  // released.
  execArgv: ['--max-semi-space-size=2', '--optimize-for-size', '--expose-gc'],
  env: GIVING_BACK,
};

/** Folder next to the render program that bundle.mjs fills; it does not exist for an unbundled program. */
export const PREPARED_HEADS_DIR = join(dirname(RENDER_PROGRAM.file), 'heads');

/** Folder of prepared speech data next to the speech program. */
export const PREPARED_SPEECH_DIR = join(dirname(SPEECH_PROGRAM.file), 'speech');

/** Returns the path of a file below dist, also if this process runs from TypeScript sources. */
function builtFile(file: string): string {
  return fileURLToPath(bundledModule(new URL(`../${file}`, builtModule(import.meta.url)).href));
}

/**
 * Returns the URL of a module that a worker can import: the compiled module, also if this process runs from
 * TypeScript sources.
 */
export function builtModule(url: string): string {
  const source = url.lastIndexOf('/src/');
  if (!url.endsWith('.ts') || source === -1) return url;
  return `${url.slice(0, source)}/dist/${url.slice(source + '/src/'.length, -'.ts'.length)}.js`;
}

/**
 * Returns the bundled module if bundle.mjs created one: `clips/render/render-thread.js` is
 * `program/clips.render.render-thread.js`. A bundled process imports bundled modules, so that shared code is
 * loaded once.
 */
export function bundledModule(url: string): string {
  const built = builtModule(url);
  const dist = built.lastIndexOf('/dist/');
  if (dist === -1) return built;
  const name = built.slice(dist + '/dist/'.length).replaceAll('/', '.');
  const bundled = `${built.slice(0, dist)}/dist/program/${name}`;
  return existsSync(fileURLToPath(bundled)) ? bundled : built;
}
