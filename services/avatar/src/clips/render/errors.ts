import type { CallError } from '@anima/calls';
import { HeadError, ImageError, NeuralModelError } from '@anima/face';
import { AppError, isStorageFull } from '@anima/service/errors';

/** Converts errors of rendering to error codes. Returns null for an unexpected error. */
export function toRefusal(error: unknown): CallError | null {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (isStorageFull(error)) return { code: 'storage_full', message: 'The disk was full during rendering' };
  if (error instanceof HeadError) return { code: 'head_invalid', message: error.message };
  if (error instanceof ImageError) return { code: 'media_unreadable', message: error.message };
  if (error instanceof NeuralModelError) return { code: 'model_invalid', message: error.message };
  return null;
}
