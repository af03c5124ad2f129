import { open } from 'node:fs/promises';
import { AppError } from '@anima/service/errors';
import { FORMAT_BYTES } from '../../catalog/media-format.js';

/** As many first bytes of a file as tell its kind. */
export async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    if (!(await file.stat()).isFile())
      throw new AppError('media_unreadable', 'Expected the path of a file, received another kind');
    const start = Buffer.alloc(FORMAT_BYTES);
    const { bytesRead } = await file.read(start, 0, FORMAT_BYTES, 0);
    return start.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
