export type { MaybePromise } from '../maybe-promise.js';
