import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder in which scripts/fetch-test-voices.mjs stores the weights of other voices for tests. */
export const TEST_VOICES = process.env.ANIMA_TEST_VOICES || join(tmpdir(), 'anima-test-voices');
/** Part of the names of tests that are skipped without these weights. */
export const HOW_TO_FETCH = 'needs the test voices: node scripts/fetch-test-voices.mjs';

export function hasTestVoice(file: string): boolean {
  return existsSync(join(TEST_VOICES, file));
}
