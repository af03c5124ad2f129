import { type Piece, type Reading, say, spell } from '../../../text/reading.js';

/** Digit by digit, with a breath between the groups as they are written; a group of seven digits or more gets one after every three. */
export function digitGroups(at: number, written: string): Reading {
  const pieces: Piece[] = [];
  for (const part of written.matchAll(/\+|[\dX]+/g)) {
    if (part[0] === '+') {
      pieces.push(...say('plus', at, at + 1));
      continue;
    }
    const breath = pieces.length > 0 && !(pieces.length === 1 && written.startsWith('+'));
    const size = part[0].length >= 6 ? 3 : part[0].length;
    for (let from = 0; from < part[0].length; from += size) {
      // No single digit is left alone at the end.
      const to = part[0].length - from - size < 2 ? part[0].length : from + size;
      if (breath || from > 0) pieces.push({ mark: ',' });
      pieces.push(...spell(part[0].slice(from, to), at + part.index + from));
      if (to === part[0].length) break;
    }
  }
  return { end: at + written.length, pieces };
}
