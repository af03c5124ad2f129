import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isStorageFull } from '@anima/service/errors';

/** Frames that are needed again, in the order they came. */
export interface FrameBuffer {
  readonly length: number;
  /** Bytes of the file that contains the frames; 0 in memory. */
  readonly fileBytes: number;
  /** Stores a copy. Returns false, and drops all frames, if there is no space. */
  add(frame: Uint8Array): Promise<boolean>;
  read(index: number, into: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface FrameBufferLimits {
  /** Frames that take no more all stay in memory; a single one always does. */
  memoryBytes: number;
  /** Otherwise the frames are stored in a file of at most this size. */
  fileBytes: number;
}

/** `bytes`: of a frame; `folder`: where the file may lie, for as long as it is open. */
export function keepFrames(bytes: number, room: FrameBufferLimits, folder: string): FrameBuffer {
  const { memoryBytes, fileBytes } = room;
  let inMemory: Uint8Array[] = [];
  let file: FileHandle | null = null;
  let length = 0;
  const path = join(folder, `frames-${crypto.randomUUID()}.yuv`);

  async function close(): Promise<void> {
    inMemory = [];
    length = 0;
    await file?.close();
    if (file !== null) await rm(path, { force: true });
    file = null;
  }

  /** Returns false if the disk is full. */
  async function append(frame: Uint8Array, index: number): Promise<boolean> {
    try {
      file ??= await open(path, 'wx+');
      return (await file.write(frame, 0, bytes, index * bytes)).bytesWritten === bytes;
    } catch (error) {
      if (isStorageFull(error)) return false;
      throw error;
    }
  }

  async function moveToFile(): Promise<boolean> {
    for (const [index, frame] of inMemory.entries()) if (!(await append(frame, index))) return false;
    inMemory = [];
    return true;
  }

  return {
    get length() {
      return length;
    },

    get fileBytes() {
      return file === null ? 0 : length * bytes;
    },

    async add(frame) {
      const all = (length + 1) * bytes;
      // Of a Buffer a slice is no copy.
      if (file === null && (length === 0 || all <= memoryBytes)) inMemory.push(new Uint8Array(frame));
      else if (all > fileBytes || !(await moveToFile()) || !(await append(frame, length))) {
        await close();
        return false;
      }
      length++;
      return true;
    },

    async read(index, into) {
      if (file === null) into.set(inMemory[index]!);
      else await file.read(into, 0, bytes, index * bytes);
    },

    close,
  };
}
