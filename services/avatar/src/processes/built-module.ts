import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The URL of a module as a process can load it: what was built of it, also where this service runs from its source. */
export function builtModule(url: string): string {
  const source = url.lastIndexOf('/src/');
  if (!url.endsWith('.ts') || source === -1) return url;
  return `${url.slice(0, source)}/dist/${url.slice(source + '/src/'.length, -'.ts'.length)}.js`;
}

/**
 * The same, bundled, where bundle.mjs made a program of it: `clips/render/render-thread.js` is `program/clips.render.render-thread.js`.
 * A bundled process is given bundled modules, or it would load what they share twice.
 */
export function bundledModule(url: string): string {
  const built = builtModule(url);
  const dist = built.lastIndexOf('/dist/');
  if (dist === -1) return built;
  const name = built.slice(dist + '/dist/'.length).replaceAll('/', '.');
  const bundled = `${built.slice(0, dist)}/dist/program/${name}`;
  return existsSync(fileURLToPath(bundled)) ? bundled : built;
}
