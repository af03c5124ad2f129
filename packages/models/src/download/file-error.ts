import { ModelsError } from '../errors.js';

/** One line for what the file system refused. Other errors come back as they are. */
export function fileError(path: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new ModelsError('no_space', `No space is left for ${path}: make room and fetch again`, {
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ModelsError(
        'not_writable',
        `May not write ${path}: set AVATAR_DATA_DIR or --data-dir to a folder of yours`,
        { cause: error },
      );
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
    case 'ELOOP':
      return new ModelsError('not_writable', `Cannot write ${path}: something else lies in its way`, {
        cause: error,
      });
    default:
      return error;
  }
}
