import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = process.env.ANIMA_TEST_JUDGE || join(tmpdir(), 'anima-test-judge');

/**
 * Paths at which scripts/fetch-test-judge.mjs installs the judge and its runtime. Tests that need the judge
 * are skipped if it is not installed.
 */
export const testJudge = {
  modelPath: join(folder, 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'),
  packageFolder: folder,
};
