import type { FileHandle } from 'node:fs/promises';
import type { OpenMedia } from './media-store-port.js';

/** A file that is open, which it closes. */
export async function openMediaFile(file: FileHandle, name: string): Promise<OpenMedia> {
  const { size, mtime } = await file.stat();
  return {
    name,
    size,
    etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
    modifiedAt: mtime,
    read: (range) => file.createReadStream(range),
    close: () => file.close(),
  };
}
