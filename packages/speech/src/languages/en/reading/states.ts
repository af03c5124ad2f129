import {
  isWord,
  type Line,
  matchAt,
  type Reader,
  type Reading,
  type ReadWord,
  say,
} from '../../../text/reading.js';
import { digitGroups } from './digit-groups.js';

const STATES: ReadonlyMap<string, string> = new Map(
  (
    'AL:Alabama AK:Alaska AZ:Arizona AR:Arkansas CA:California CO:Colorado CT:Connecticut DE:Delaware FL:Florida GA:Georgia HI:Hawaii ' +
    'ID:Idaho IL:Illinois IN:Indiana IA:Iowa KS:Kansas KY:Kentucky LA:Louisiana ME:Maine MD:Maryland MA:Massachusetts MI:Michigan ' +
    'MN:Minnesota MS:Mississippi MO:Missouri MT:Montana NE:Nebraska NV:Nevada NH:New_Hampshire NJ:New_Jersey NM:New_Mexico NY:New_York ' +
    'NC:North_Carolina ND:North_Dakota OH:Ohio OK:Oklahoma OR:Oregon PA:Pennsylvania RI:Rhode_Island SC:South_Carolina SD:South_Dakota ' +
    'TN:Tennessee TX:Texas UT:Utah VT:Vermont VA:Virginia WA:Washington WV:West_Virginia WI:Wisconsin WY:Wyoming PR:Puerto_Rico GU:Guam'
  )
    .split(' ')
    .map((entry) => entry.replace('_', ' ').split(':') as [string, string]),
);
/** Words, degrees and cities, too: states only before a zip code. */
const ONLY_WITH_ZIP = new Set('ME OK LA MD MS PR GU'.split(' '));
/** Words, too: states only if the clause ends after them. */
const ONLY_AT_END = new Set('HI IN OH OR PA ID CO DE AL MT'.split(' '));
const STATE = /(?<state>[A-Z]{2})(?![\p{L}\d'-])(?<zip>,?\s\d{5}(?:-\d{4})?(?!\d))?/uy;
const ZIP = /\d{5}(?:-\d{4})?(?![\d,.]*\d)/y;
const STATE_NAMES = new Set([...STATES.values()].map((name) => name.toLowerCase()));

/** Austin, TX 78701; Springfield, Illinois 62704. */
export const readState: Reader = (line, at) => zip(line, at) ?? state(line, at);

function state({ text, read }: Line, at: number): Reading | undefined {
  if (/[\p{L}\d]/u.test(text[at - 1] ?? ' ')) return undefined;
  const match = matchAt(STATE, text, at);
  const spoken = match ? STATES.get(match.groups!.state!) : undefined;
  if (!match || spoken === undefined || read.length === 0) return undefined;
  const before = text.slice(Math.max(0, at - 30), at);
  const city = /\p{Lu}[\p{L}'-]*\p{Ll}\.?(?<comma>,)?\s$/u.exec(before);
  if (city === null && !(match.groups!.zip !== undefined && /\p{L}{2},?\s$/u.test(before))) return undefined;
  const { state: written, zip: code } = match.groups!;
  const addressed =
    city?.groups?.comma !== undefined &&
    !/^\s\p{Lu}/u.test(text.slice(at + 2)) &&
    !/^(?:Mr|Dr|Yes|No|Well|Hi|Hello|Sorry)/.test(city[0]);
  if (code === undefined && (!addressed || ONLY_WITH_ZIP.has(written!))) return undefined;
  if (code === undefined && ONLY_AT_END.has(written!) && !/^(?:[.,;)]|$)/.test(text.slice(at + 2)))
    return undefined;
  const end = at + 2;
  return { end, pieces: say(spoken, at, end) };
}

function zip({ text, read }: Line, at: number): Reading | undefined {
  const match = matchAt(ZIP, text, at);
  if (!match || !/\p{L},?\s$/u.test(text.slice(Math.max(0, at - 3), at))) return undefined;
  const words = read
    .slice(-3)
    .filter(isWord)
    .map((word: ReadWord) => word.text.toLowerCase());
  const isState = [1, 2].some((count) => STATE_NAMES.has(words.slice(-count).join(' ')));
  const isLetters = /\bD\.?C\.?,? $/.test(text.slice(Math.max(0, at - 6), at));
  return isState || isLetters ? digitGroups(at, match[0]) : undefined;
}
