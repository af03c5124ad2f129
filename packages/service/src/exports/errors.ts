export {
  AppError,
  type AppErrorOptions,
  type CommonErrorCode,
  commonErrors,
  type ErrorTable,
  type FieldError,
} from '../errors.js';
export { isStorageFull } from '../storage/storage-full.js';
