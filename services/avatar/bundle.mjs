import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../scripts/bundle-program.mjs';

const programs = ['main', 'render-worker'];
/** Processes and threads of theirs, and the modules that those are given by their URLs. */
const beside = [
  ...['speech/speech-process', 'speech/hibari/family', 'speech/kokoro/family', 'speech/piper/family'],
  ...['render/render-process', 'render/render-thread'],
  ...['render/head/engine', 'render/head/painter', 'render/mesh/engine', 'render/mesh/painter'],
  'render/wav2lip/engine',
].map((name) => `adapters/${name}`);

await bundlePrograms(dirname(fileURLToPath(import.meta.url)), [...programs, ...beside]);
