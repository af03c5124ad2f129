import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of a few megabytes, to be filled to its last byte. */
export interface SmallDisk {
  path: string;
  /** Fills the disk except `leaveBytes`; existing files can still be read and overwritten. */
  fill(leaveBytes?: number): void;
  /** Removes the files of `fill`. */
  makeRoom(): void;
  remove(): void;
}

const FILLER = 'filler';
const CHUNK_BYTES = 64 * 1024;

/** In RAM (tmpfs); needs the right to mount, see `maySmallDisk`. Linux only. */
export function mountSmallDisk(bytes: number): SmallDisk {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'anima-disk-')));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
  const filler = join(path, FILLER);
  const makeRoom = () => rmSync(filler, { force: true });
  return {
    path,
    fill(leaveBytes = 0) {
      makeRoom();
      // Reserves the bytes to leave while the rest is filled.
      if (leaveBytes > 0) writeUntilFull(`${filler}.held`, leaveBytes);
      writeUntilFull(filler, Number.POSITIVE_INFINITY);
      rmSync(`${filler}.held`, { force: true });
    },
    makeRoom,
    remove() {
      // Lazy: a killed process may still be closing its files.
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Mounting takes rights that not every machine gives its tests. */
export function maySmallDisk(): boolean {
  try {
    mountSmallDisk(64 * 1024).remove();
    return true;
  } catch {
    return false;
  }
}

function writeUntilFull(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  try {
    for (let written = 0; written < bytes; )
      written += writeSync(file, chunk, 0, Math.min(CHUNK_BYTES, bytes - written));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
