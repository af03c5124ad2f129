import { readFile, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { type LexiconTables, readLexiconTables } from './lexicons.js';
import { readTaggerTables, type TaggerTables } from './tagger.js';

/** What is known of words before any is read: 9 MB. */
export interface ReadingTables {
  readonly lexicons: LexiconTables;
  readonly tagger: TaggerTables;
}

/**
 * `modelDir` is models/hibari-heart, of which they are made in .2 s of processor, where `prepared`, what `writePreparedTables` made of it, is
 * not there, damaged, or of a Node that this one does not read.
 */
export async function readTables(modelDir: string, prepared: string | null): Promise<ReadingTables> {
  const ready =
    prepared === null
      ? null
      : await readFile(prepared)
          .then(deserialize)
          .catch(() => null);
  return (ready as ReadingTables | null) ?? makeTables(modelDir);
}

/** Writes them as they stand in memory. */
export async function writePreparedTables(modelDir: string, path: string): Promise<void> {
  await writeFile(path, serialize(await makeTables(modelDir)));
}

async function makeTables(modelDir: string): Promise<ReadingTables> {
  return { tagger: await readTaggerTables(modelDir), lexicons: await readLexiconTables(modelDir) };
}
