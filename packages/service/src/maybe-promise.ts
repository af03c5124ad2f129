/** Now where the answer is at hand, later where it has to be fetched: `await` takes both. */
export type MaybePromise<T> = T | Promise<T>;
