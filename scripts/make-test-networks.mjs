/**
 * Writes small networks with the interfaces of Wav2Lip and of the face restorers where the service looks for them, so that those
 * engines can be tried without their weights. They do known arithmetic and draw no faces: see
 * packages/face/src/neural/testing/test-networks.ts. Tests make their own. Needs a build.
 *
 *   node scripts/make-test-networks.mjs DATA_DIR
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  restorationTestNetwork,
  wav2LipTestNetwork,
} from '../packages/face/dist/neural/testing/test-networks.js';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Expected a folder to write to, received none');

const NETWORKS = {
  'models/wav2lip/wav2lip.onnx': wav2LipTestNetwork({ names: 'source, target', batch: 'dynamic' }),
  'models/wav2lip-gan/wav2lip_gan.onnx': wav2LipTestNetwork({
    names: 'mel_spectrogram, video_frames',
    batch: 1,
  }),
  'models/gfpgan-1.4/gfpgan_1.4.onnx': restorationTestNetwork(),
  'models/restoreformer-plus-plus/restoreformer_plus_plus.onnx': restorationTestNetwork(),
  'models/gpen-bfr-512/gpen_bfr_512.onnx': restorationTestNetwork(),
  'models/codeformer/codeformer.onnx': restorationTestNetwork({
    weight: { name: 'weight', type: 'float64', shape: [1] },
    logits: true,
  }),
};

for (const [name, bytes] of Object.entries(NETWORKS)) {
  const path = join(dataDir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}
