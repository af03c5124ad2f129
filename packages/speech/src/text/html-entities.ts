import entities from './html-entities.json' with { type: 'json' };
import { matchAt } from './reading.js';

/** Names of HTML 4 and names of punctuation that HTML 5 adds. */
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(entities));

const ENTITY =
  /&(?:#(?<decimal>\d{1,7})|#[xX](?<hexadecimal>[\da-fA-F]{1,6})|(?<name>[A-Za-z][A-Za-z\d]{1,30}));/y;
/** Entities that old pages write without a semicolon. */
const UNCLOSED = /&(?<name>amp|lt|gt|quot|nbsp)(?![\p{L}\p{N};=])/uy;
/** Maximum number of escapes that are resolved: "&amp;amp;quot;" was escaped more than once. */
const MAX_ESCAPES = 3;
/** Characters of the codes 128 to 159 (HTML, numeric character reference end state). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Returns the character of the HTML entity at a place; undefined if it is not an entity. */
export function entityAt(text: string, at: number): { end: number; character: string } | undefined {
  const match = matchAt(ENTITY, text, at) ?? matchAt(UNCLOSED, text, at);
  if (match === null) return undefined;
  const character = characterOf(match.groups!);
  if (character === undefined) return undefined;
  let entity = { end: at + match[0].length, character };
  for (let i = 1; entity.character === '&' && i < MAX_ESCAPES; i++) {
    const inner = matchAt(ENTITY, `&${text.slice(entity.end, entity.end + 40)}`, 0);
    const meant = inner === null ? undefined : characterOf(inner.groups!);
    if (meant === undefined) break;
    entity = { end: entity.end + inner![0].length - 1, character: meant };
  }
  return entity;
}

function characterOf({ decimal, hexadecimal, name }: Record<string, string>): string | undefined {
  if (name !== undefined)
    return NAMED.get(name) ?? (/^[A-Z]+$/.test(name) ? NAMED.get(name.toLowerCase()) : undefined);
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80];
  if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return '';
  return String.fromCodePoint(code);
}
