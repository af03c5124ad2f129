import type { IncomingHttpHeaders } from 'node:http';
import parseRange from 'range-parser';
import type { MediaFacts } from './media-store-port.js';

/**
 * Response to a request for a file: the whole file, a range, or no content because it is unchanged, does not
 * match, or has no such range.
 */
export type RangeResponse =
  | { status: 200 | 304 | 412 | 416 }
  | { status: 206; range: { start: number; end: number } };

/**
 * Evaluates the conditions of RFC 9110 in their order (13.2.2). Several ranges with a gap get the whole file.
 */
export function evaluateRange(headers: IncomingHttpHeaders, facts: MediaFacts): RangeResponse {
  if (isAnother(headers, facts)) return { status: 412 };
  if (isKnown(headers, facts)) return { status: 304 };
  const { range } = headers;
  if (range === undefined || !/^ *bytes=/.test(range) || !isOfThis(headers['if-range']?.toString(), facts))
    return { status: 200 };
  const ranges = parseRange(facts.size, range, { combine: true });
  if (ranges === -2 || ranges === -1) return { status: 416 };
  return ranges.length === 1 ? { status: 206, range: ranges[0]! } : { status: 200 };
}

/** If-Match, If-Unmodified-Since. */
function isAnother(headers: IncomingHttpHeaders, { etag, modifiedAt }: MediaFacts): boolean {
  const match = headers['if-match'];
  if (match && match !== '*' && !names(match, etag)) return true;
  // Comparisons with an invalid date are false.
  return secondsOf(modifiedAt) > Date.parse(headers['if-unmodified-since'] ?? '');
}

/** If-None-Match, or else If-Modified-Since; a reload asks for all of it again. */
function isKnown(headers: IncomingHttpHeaders, { etag, modifiedAt }: MediaFacts): boolean {
  if (headers['cache-control']?.includes('no-cache')) return false;
  const known = headers['if-none-match'];
  if (known !== undefined) return known === '*' || names(known, etag);
  return secondsOf(modifiedAt) <= Date.parse(headers['if-modified-since'] ?? '');
}

/** If-Range: whether the part that the caller has is one of this file. */
function isOfThis(ifRange: string | undefined, { etag, modifiedAt }: MediaFacts): boolean {
  if (ifRange === undefined) return true;
  return ifRange.includes('"') ? ifRange.includes(etag) : secondsOf(modifiedAt) <= Date.parse(ifRange);
}

/** Whether a list of tags has this one, weak or strong. */
function names(tags: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return tags.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** HTTP dates have no fractions of a second. */
function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000;
}
