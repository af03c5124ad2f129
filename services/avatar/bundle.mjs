import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../scripts/bundle-program.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
/** Modules of each folder of voice families and face engines that have a name of `files`. */
const modulesIn = (parent, files) =>
  readdirSync(join(folder, 'src', parent)).flatMap((name) =>
    files
      .map((file) => `${parent}/${name}/${file}`)
      .filter((module) => existsSync(join(folder, 'src', `${module}.ts`))),
  );

await bundlePrograms(folder, [
  ...['main', 'render-worker'],
  // Programs of processes and threads, and the modules that they load by URL.
  ...['speech/speech-process', 'clips/render/render-process', 'clips/render/render-thread'],
  ...modulesIn('speech/families', ['family']),
  ...modulesIn('clips/engines', ['engine', 'painter']),
]);

// Prepares the default face at its default size, and the network and lexicons of the shipped voices, with the
// code of the programs, so that the first clip does not wait for them.
const built = (file) => import(`./dist/${file}.js`);
const { resolveModelsDir } = await import('@anima/inference');
const { shippedMedia } = await built('media/shipped-media');
const { clipSize } = await built('clips/render/clip-size');
const { PREPARED_HEADS_DIR } = await built('processes/programs');
const { prepareHead } = await built('clips/render/prepared-heads');
const { prepareSpeech } = await built('speech/prepared-speech');
const modelsDir = resolveModelsDir();
const { faces } = await shippedMedia(modelsDir);
const { height } = clipSize({ kind: 'head', name: null }, null);
await prepareHead(PREPARED_HEADS_DIR, faces[0].path, height);
await prepareSpeech(modelsDir);
