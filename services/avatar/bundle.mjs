import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../scripts/bundle-program.mjs';

const programs = ['main', 'render-worker'];
/** Processes and threads of theirs, and the modules that those are given by their URLs. */
const beside = [
  ...['hibari', 'kokoro', 'piper'].map((name) => `speech/families/${name}/family`),
  ...['speech/speech-process', 'clips/render/render-process', 'clips/render/render-thread'],
  ...['head/engine', 'head/painter', 'mesh/engine', 'mesh/painter', 'wav2lip/engine'].map(
    (name) => `clips/engines/${name}`,
  ),
];

const folder = dirname(fileURLToPath(import.meta.url));
await bundlePrograms(folder, [...programs, ...beside]);

// What the first clip needs is made ready now, beside the programs, by the code they are made of, and anew with them: the default face at its
// usual size, and the network and the words of the voices that ship.
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
