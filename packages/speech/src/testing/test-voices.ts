import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where scripts/fetch-test-voices.mjs puts the weights that tests of foreign voices speak with. */
export const TEST_VOICES = process.env.ANIMA_TEST_VOICES || join(tmpdir(), 'anima-test-voices');
/** For the names of tests that are skipped without them. */
export const HOW_TO_FETCH = 'needs the test voices: node scripts/fetch-test-voices.mjs';

export function hasTestVoice(file: string): boolean {
  return existsSync(join(TEST_VOICES, file));
}
