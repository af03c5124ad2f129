import type { KnownModel } from '../model.js';

const HOME = 'https://huggingface.co';

const JUDGE = {
  engine: 'judge',
  licence: 'Apache-2.0',
  restriction: null,
  needs: [],
} as const;

/** Language models as GGUF, of which the memory service can ask one about two memories. Sources of checksums: docs/models.md. */
export const judges: readonly KnownModel[] = [
  {
    ...JUDGE,
    name: 'qwen2.5-coder-1.5b',
    adds: 'a judge of memories: small, and calibrated for it',
    home: `${HOME}/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF`,
    files: [
      {
        path: 'models/qwen2.5-coder-1.5b/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
        url: `${HOME}/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/f86cb2c1fa58255f8052cc32aeede1b7482d4361/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf`,
        bytes: 1_117_320_768,
        sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
      },
    ],
  },
  {
    ...JUDGE,
    name: 'qwen2.5-1.5b',
    adds: 'a judge of memories: small, not calibrated',
    home: `${HOME}/Qwen/Qwen2.5-1.5B-Instruct-GGUF`,
    files: [
      {
        path: 'models/qwen2.5-1.5b/qwen2.5-1.5b-instruct-q4_k_m.gguf',
        url: `${HOME}/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/91cad51170dc346986eccefdc2dd33a9da36ead9/qwen2.5-1.5b-instruct-q4_k_m.gguf`,
        bytes: 1_117_320_736,
        sha256: '6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e',
      },
    ],
  },
  {
    ...JUDGE,
    name: 'qwen3-4b',
    adds: 'a judge of memories: larger and slower, not calibrated',
    home: `${HOME}/Qwen/Qwen3-4B-Instruct-2507`,
    files: [
      {
        path: 'models/qwen3-4b/Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
        url: `${HOME}/bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF/resolve/ae44f08e1392f39c0e474af10c3ff8355c8b6688/Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf`,
        bytes: 2_497_280_736,
        sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
      },
    ],
  },
];
