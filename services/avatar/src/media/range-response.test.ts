import { describe, expect, it } from 'vitest';
import { evaluateRange } from './range-response.js';

const facts = { size: 14, etag: 'W/"e-1"', modifiedAt: new Date('2026-03-01T09:30:00.500Z') };
const [before, at, after] = [29, 30, 31].map((minute) => `Sun, 01 Mar 2026 09:${minute}:00 GMT`) as [
  string,
  string,
  string,
];
const part = (start: number, end: number) => ({ status: 206, range: { start, end } });
const [whole, known, another, none] = [200, 304, 412, 416].map((status) => ({ status }));

describe('of a file of 14 bytes', () => {
  it.each<[string, unknown]>([
    ['bytes=4-7', part(4, 7)],
    [' bytes=4-7', part(4, 7)],
    ['bytes=4-', part(4, 13)],
    ['bytes=-2', part(12, 13)],
    ['bytes=4-99', part(4, 13)],
    ['bytes=0-3,4-7', part(0, 7)],
    ['bytes=0-3,2-7', part(0, 7)],
    ['bytes=0-1,4-5', whole],
    ['lines=4-7', whole],
    ['bytes=14-', none],
    ['bytes=7-4', none],
    ['bytes=-20', none],
    ['bytes=', none],
    ['bytes=a-b', none],
  ])('%s is asked for', (range, answer) => {
    expect(evaluateRange({ range }, facts)).toEqual(answer);
  });

  it.each<[string, Record<string, string>, unknown]>([
    ['nothing is said of it', {}, whole],
    ['it is known', { 'if-none-match': 'W/"e-1"' }, known],
    ['it is known by a strong tag', { 'if-none-match': '"e-1"' }, known],
    ['one of those that are known', { 'if-none-match': '"other", W/"e-1"' }, known],
    ['any is known', { 'if-none-match': '*' }, known],
    ['another is known', { 'if-none-match': '"other"' }, whole],
    [
      'another is known, whatever its time',
      { 'if-none-match': '"other"', 'if-modified-since': after },
      whole,
    ],
    ['it is known, and all is asked for again', { 'if-none-match': '*', 'cache-control': 'no-cache' }, whole],
    ['it is known since', { 'if-modified-since': at }, known],
    ['it was known before', { 'if-modified-since': before }, whole],
    ['no time is known', { 'if-modified-since': 'yesterday' }, whole],
    ['it is the one that is wanted', { 'if-match': '"other", "e-1"' }, whole],
    ['another is wanted', { 'if-match': '"other"' }, another],
    ['it is wanted as it was before', { 'if-unmodified-since': before }, another],
    ['it is wanted as it is', { 'if-unmodified-since': at }, whole],
    ['a part of it is held', { 'if-range': 'W/"e-1"', range: 'bytes=4-7' }, part(4, 7)],
    ['a part of another is held', { 'if-range': '"other"', range: 'bytes=4-7' }, whole],
    ['a part of its time is held', { 'if-range': at, range: 'bytes=4-7' }, part(4, 7)],
    ['a part of before is held', { 'if-range': before, range: 'bytes=4-7' }, whole],
    ['a part of some time is held', { 'if-range': 'yesterday', range: 'bytes=4-7' }, whole],
    ['it is known, and a part is asked for', { 'if-none-match': '*', range: 'bytes=4-7' }, known],
  ])('%s', (_name, headers, answer) => {
    expect(evaluateRange(headers, facts)).toEqual(answer);
  });

  it('an empty file has no ranges', () => {
    expect(evaluateRange({ range: 'bytes=0-' }, { ...facts, size: 0 })).toEqual(none);
  });
});
