import { existsSync, readFileSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Returns the number of flushed transactions in the write-ahead log of a database. The last frame of a
 * transaction contains the size of the database after the commit.
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function walCommits(databasePath: string): number {
  const path = `${databasePath}-wal`;
  if (!existsSync(path)) return 0;
  const wal = readFileSync(path);
  if (wal.length < HEADER_BYTES) return 0;
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8);
  let commits = 0;
  for (let at = HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    if (wal.readUInt32BE(at + 4) > 0) commits++;
  }
  return commits;
}
