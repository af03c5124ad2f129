import type { Engine, KnownModel } from '../model.js';

/** The exports that face-swapping tools distribute. Sources of sizes and checksums: docs/models.md. */
const FACE_TOOLS = 'https://huggingface.co/facefusion/models-3.0.0/resolve/main';

const WAV2LIP = {
  engine: 'wav2lip',
  licence: 'Non-commercial (trained on LRS2)',
  restriction: 'for personal, research and academic use only: its makers prohibit any commercial use',
  home: 'https://github.com/Rudrabha/Wav2Lip',
  needs: [],
} as const;

export const faceNetworks: readonly KnownModel[] = [
  {
    ...WAV2LIP,
    name: 'wav2lip',
    adds: 'lip sync from the sound alone, 96 px mouth; closest to the sound',
    files: [
      {
        path: 'models/wav2lip/wav2lip.onnx',
        url: 'https://huggingface.co/bluefoxcreation/Wav2lip-Onnx/resolve/main/wav2lip.onnx',
        bytes: 145_175_471,
        sha256: null,
      },
    ],
  },
  {
    ...WAV2LIP,
    name: 'wav2lip-gan',
    adds: 'lip sync from the sound alone, 96 px mouth; looks better, a little less in time',
    files: [
      {
        path: 'models/wav2lip-gan/wav2lip_gan.onnx',
        url: 'https://huggingface.co/bluefoxcreation/Wav2lip-Onnx/resolve/main/wav2lip_gan.onnx',
        bytes: 145_175_471,
        sha256: null,
      },
    ],
  },
  restorer({
    name: 'gfpgan-1.4',
    engine: 'gfpgan',
    adds: 'face restoration at 512 px: strong, smooth',
    licence: 'Apache-2.0 with exceptions',
    restriction:
      "Apache-2.0 but for parts its LICENSE names: NVIDIA's StyleGAN2 and DFDNet, which are for non-commercial use only",
    home: 'https://github.com/TencentARC/GFPGAN',
    url: `${FACE_TOOLS}/gfpgan_1.4.onnx`,
    bytes: 340_299_087,
    sha256: 'accc4757b26bdb89b32b4d3500d4f79c9dff97c1dd7c7104bf9dcb95e3311385',
  }),
  restorer({
    name: 'restoreformer-plus-plus',
    engine: 'restoreformer',
    adds: 'face restoration at 512 px: fine textures',
    licence: 'Apache-2.0',
    restriction: null,
    home: 'https://github.com/wzhouxiff/RestoreFormerPlusPlus',
    url: 'https://huggingface.co/CountFloyd/deepfake/resolve/main/restoreformer_plus_plus.onnx',
    bytes: 294_264_812,
    sha256: 'f4db5a89902b6a2d452446f5721245a6f7185f699b6aec7b77285adb4d504337',
  }),
  restorer({
    name: 'gpen-bfr-512',
    engine: 'gpen',
    adds: 'face restoration at 512 px: gentle, keeps the likeness',
    licence: 'Non-commercial (Alibaba)',
    restriction: 'for academic and non-commercial use only',
    home: 'https://github.com/yangxy/GPEN',
    url: `${FACE_TOOLS}/gpen_bfr_512.onnx`,
    bytes: 284_340_240,
    sha256: 'd5f066b9068a8b74217f9712e28e875a6144629b108a6f7355acbdb3a2832c54',
  }),
  restorer({
    name: 'codeformer',
    engine: 'codeformer',
    adds: 'face restoration at 512 px with a fidelity weight; copes with the worst damage',
    licence: 'S-Lab License 1.0',
    restriction: 'for non-commercial use only; ask its makers for any other',
    home: 'https://github.com/sczhou/CodeFormer',
    url: `${FACE_TOOLS}/codeformer.onnx`,
    bytes: 376_951_650,
    sha256: '21710e7ab61c82683576c428e9c1b6fe1ed419586b7b39e394c3449c294b550f',
  }),
];

/** One file, under the name it has at its home. */
function restorer(options: {
  name: string;
  engine: Engine;
  adds: string;
  licence: string;
  restriction: string | null;
  home: string;
  url: string;
  bytes: number;
  sha256: string;
}): KnownModel {
  const { url, bytes, sha256, ...model } = options;
  const fileName = url.slice(url.lastIndexOf('/') + 1);
  return { ...model, needs: [], files: [{ path: `models/${model.name}/${fileName}`, url, bytes, sha256 }] };
}
