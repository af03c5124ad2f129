import { stat } from 'node:fs/promises';
import { AppError } from '@anima/service';

/** The same as long as a file stays as it is, whatever it is called. Refuses with `media_unreadable` what is no file. */
export async function fileIdentity(path: string): Promise<string> {
  const found = await stat(path, { bigint: true });
  if (!found.isFile())
    throw new AppError('media_unreadable', 'Expected the path of a file, received another kind');
  const { dev, ino, size, mtimeNs } = found;
  return `${dev}-${ino}-${size}-${mtimeNs}`;
}
