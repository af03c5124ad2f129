// What a page loads, from what tsc has built: `player.js`, the one module that a page names; beside it, in `player/`, what draws (loaded where a
// face is drawn) and the worklet of the sound. Names of chunks hold their content.
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
