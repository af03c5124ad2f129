import { InferenceError } from '@anima/inference';
import { AppError, isStorageFull } from '@anima/service/errors';

/** Says in one line why a program of this service did not start, which ends it with 1; throws what nobody expects. */
export function reportStartupFailure(error: unknown): void {
  // Of the models that ship the start needs some: where they are missing, that is one line as well.
  const isExpected = error instanceof AppError || error instanceof InferenceError;
  if (isStorageFull(error)) console.error('The disk of AVATAR_DATA_DIR has no room to start on: free some');
  else if (isExpected) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
