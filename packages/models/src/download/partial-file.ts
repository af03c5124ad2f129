import type { FileHandle } from 'node:fs/promises';
import { constants, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileError } from './file-error.js';

/**
 * What is written lies in these files themselves: a link that somebody put in their place would carry it to another file. The
 * folders may be links: models are large, and often kept on another disk. Windows knows no O_NOFOLLOW.
 */
const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
const READ = O_RDONLY | O_NOFOLLOW;
const OPEN = O_RDWR | O_CREAT | O_NOFOLLOW;
const REPLACE = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;

/** A file that is being fetched, beside its place; nothing that looks for models takes it for one. */
export const partialPath = (target: string): string => `${target}.partial`;
/** What the home called the version of which the partial file is the beginning. */
const versionPath = (target: string): string => `${target}.partial.version`;

export class PartialFile {
  private constructor(
    private readonly target: string,
    private readonly handle: FileHandle,
    private length: number,
    private knownVersion: string | null,
  ) {}

  /** Opens what an earlier fetch left, or an empty one. Only the holder of the lock may. */
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

  /** A strong ETag, for If-Range. */
  get version(): string | null {
    return this.knownVersion;
  }

  /** Begins anew with a version of the file. */
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

  /** Puts the whole file into its place, durably. */
  async finish(): Promise<void> {
    await this.writing(async () => {
      await this.handle.sync();
      await this.handle.close();
      await rename(this.path, this.target);
      await rm(versionPath(this.target), { force: true });
    });
  }

  /** Closes it. One in which nothing is, is not worth keeping. */
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

/** What an unfinished fetch has of a file. */
export async function partialBytes(target: string): Promise<number> {
  return (await stat(partialPath(target)).catch(() => undefined))?.size ?? 0;
}
