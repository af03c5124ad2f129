import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { createLexicon, type Lexicon, shippedLexicon } from '../../domain/lexicon/lexicon.js';
import { parseLexicon, shippedData } from '../../domain/lexicon/lexicon-data.js';

export const LEXICON_FILE = 'lexicon.json';

/** Ten times what ships. */
const MAX_BYTES = 1 << 20;

/** What ships, and what `<dataDir>/lexicon.json` adds, where there is one. Throws an AppError that names a wrong entry. */
export function readLexiconFile(dataDir: string): Lexicon {
  const path = join(dataDir, LEXICON_FILE);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return shippedLexicon;
  if (bytes > MAX_BYTES)
    throw new AppError(
      'validation_error',
      `Expected at most ${MAX_BYTES} bytes in ${path}, received ${bytes}`,
    );
  return createLexicon([shippedData, parseLexicon(read(path), path)]);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError(
      'validation_error',
      `Expected a file of words that can be read: ${(cause as Error).message}`,
      { cause },
    );
  }
}
