import type { KnownFile, KnownModel } from '../model.js';
import { englishStyles, otherStyles } from './kokoro-styles.js';

/** The ONNX export of Kokoro-82M v1.0 at a revision whose files cannot change. Sources of checksums: docs/models.md. */
const HOME = 'https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX';
const FILES = `${HOME}/resolve/1939ad2a8e416c0acfeecc08a694d14ef25f2231`;
/** 510 rows of 256 floats. */
const STYLES_BYTES = 522_240;

const KOKORO = {
  engine: 'kokoro',
  licence: 'Apache-2.0',
  restriction: null,
  home: 'https://huggingface.co/hexgrad/Kokoro-82M',
} as const;

/** The service takes the first network of the folder: with both there, the full one. */
export const kokoroModels: readonly KnownModel[] = [
  {
    ...KOKORO,
    name: 'kokoro-82m',
    adds: 'speech: the network behind the Kokoro voices, int8',
    needs: ['kokoro-voices'],
    files: [
      {
        path: 'voices/kokoro/kokoro-v1.0-int8.onnx',
        url: `${FILES}/onnx/model_quantized.onnx`,
        bytes: 92_361_116,
        sha256: 'fbae9257e1e05ffc727e951ef9b9c98418e6d79f1c9b6b13bd59f5c9028a1478',
      },
    ],
  },
  {
    ...KOKORO,
    name: 'kokoro-82m-fp32',
    adds: 'speech: the same network in full precision',
    needs: ['kokoro-voices'],
    files: [
      {
        path: 'voices/kokoro/kokoro-v1.0-fp32.onnx',
        url: `${FILES}/onnx/model.onnx`,
        bytes: 325_532_232,
        sha256: '8fbea51ea711f2af382e88c833d9e288c6dc82ce5e98421ea61c058ce21a34cb',
      },
    ],
  },
  {
    ...KOKORO,
    name: 'kokoro-voices',
    adds: `speech: ${Object.keys(englishStyles).length} English voices for kokoro-82m`,
    needs: [],
    files: styleFiles(englishStyles),
  },
  {
    ...KOKORO,
    name: 'kokoro-voices-more',
    adds: `speech: ${Object.keys(otherStyles).length} voices of seven languages for kokoro-82m (listed; texts are read in English so far)`,
    needs: [],
    files: styleFiles(otherStyles),
  },
];

function styleFiles(styles: Readonly<Record<string, string>>): readonly KnownFile[] {
  return Object.entries(styles).map(([voice, sha256]) => ({
    path: `voices/kokoro/voices/${voice}.bin`,
    url: `${FILES}/voices/${voice}.bin`,
    bytes: STYLES_BYTES,
    sha256,
  }));
}
