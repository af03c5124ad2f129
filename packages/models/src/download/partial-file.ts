import type { FileHandle } from 'node:fs/promises';
import { constants, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileError } from './disk.js';

/**
 * The files are opened without following links, because a link in their place would redirect the writes to another file.
 * Folders may be links: models are large and often stored on another disk. Windows has no O_NOFOLLOW.
 */
const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
const READ = O_RDONLY | O_NOFOLLOW;
const OPEN = O_RDWR | O_CREAT | O_NOFOLLOW;
const REPLACE = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;

/** Path of an unfinished download, next to its target. No search for models matches it. */
const partialPath = (target: string): string => `${target}.partial`;
/** Path of the file with the ETag of the version that the partial file belongs to. */
const versionPath = (target: string): string => `${target}.partial.version`;

export class PartialFile {
  private constructor(
    private readonly target: string,
    private readonly handle: FileHandle,
    private length: number,
    private knownVersion: string | null,
  ) {}

  /** Opens the partial file of an earlier download, or an empty one. Only the holder of the lock may call it. */
  static async open(target: string): Promise<PartialFile> {
    const path = partialPath(target);
    try {
      await mkdir(dirname(target), { recursive: true });
      const handle = await open(path, OPEN);
      const { size } = await handle.stat();
      const version = await readFile(versionPath(target), { encoding: 'utf8', flag: READ }).catch(() => null);
      return new PartialFile(target, handle, size, version);
    } catch (error) {
      throw fileError(path, error);
    }
  }

  get path(): string {
    return partialPath(this.target);
  }

  get bytes(): number {
    return this.length;
  }

  /** Strong ETag for If-Range; null if it is not known. */
  get version(): string | null {
    return this.knownVersion;
  }

  /** Empties the file and records the version of the next bytes. */
  async restart(version: string | null): Promise<void> {
    await this.writing(async () => {
      if (this.length > 0) await this.handle.truncate(0);
      this.length = 0;
      this.knownVersion = version;
      if (version === null) await rm(versionPath(this.target), { force: true });
      else await writeFile(versionPath(this.target), version, { flag: REPLACE });
    });
  }

  async append(chunk: Uint8Array): Promise<void> {
    await this.writing(async () => {
      for (let written = 0; written < chunk.length; ) {
        const { bytesWritten } = await this.handle.write(chunk, written, chunk.length - written, this.length);
        written += bytesWritten;
        this.length += bytesWritten;
      }
    });
  }

  /** Moves the complete file to its target, durably. */
  async finish(): Promise<void> {
    await this.writing(async () => {
      await this.handle.sync();
      await this.handle.close();
      await rename(this.path, this.target);
      await rm(versionPath(this.target), { force: true });
    });
  }

  /** Closes the file, and removes it if it is empty. */
  async leave(): Promise<void> {
    await this.handle.close().catch(() => {});
    if (this.length === 0) await discardPartial(this.target);
  }

  private async writing(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      throw fileError(this.path, error);
    });
  }
}

export async function discardPartial(target: string): Promise<void> {
  await rm(partialPath(target), { force: true });
  await rm(versionPath(target), { force: true });
}

/** Returns the bytes that an unfinished download has received. */
export async function partialBytes(target: string): Promise<number> {
  return (await stat(partialPath(target)).catch(() => undefined))?.size ?? 0;
}
