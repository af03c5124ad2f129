import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = process.env.ANIMA_TEST_JUDGE || join(tmpdir(), 'anima-test-judge');

/** Where scripts/fetch-test-judge.mjs puts the judge and what runs it. Tests with it are skipped without. */
export const testJudge = {
  modelPath: join(folder, 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'),
  packageFolder: folder,
};
