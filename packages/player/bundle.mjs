// Bundles the modules that a page loads, from the output of tsc. `player.js` is the only module that a page
// names. The folder `player/` next to it has the renderer, which is loaded only if a face is shown, and the
// audio worklet. Names of chunks contain a digest of their content.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const page = path('dist/page');

rmSync(page, { recursive: true, force: true });
await bundle('dist/index.js', {
  entryFileNames: 'player.js',
  chunkFileNames: 'player/assets/[name]-[hash].js',
});
await bundle('dist/sound/sound-worklet.js', { entryFileNames: 'player/sound-worklet.js' });

async function bundle(input, names) {
  const build = await rolldown({ input: path(input), platform: 'browser', tsconfig: false });
  await build.write({ dir: page, format: 'esm', minify: true, ...names });
  await build.close();
}
