import type { IncomingHttpHeaders } from 'node:http';

/** Reads headers by name, as `Headers` does. */
export type HeaderReader = Pick<Headers, 'get'>;

/** Returns a reader of the headers of a Node request. A repeated header that Node does not join counts as missing. */
export const headerReader = (headers: IncomingHttpHeaders): HeaderReader => ({
  get(name) {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : null;
  },
});
