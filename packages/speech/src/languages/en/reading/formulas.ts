import { matchAt, type Piece, readAs, speak } from '../../../text/reading.js';
import { isInsideWord, type Reader, spell } from './line.js';
import { cardinal } from './number-words.js';

const ELEMENTS =
  'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Ag Cd In Sn Sb Te I Xe Cs Ba W Pt Au Hg Pb Bi U Pu';
/** Longer symbols come first. */
const ELEMENT = ELEMENTS.split(' ')
  .sort((a, b) => b.length - a.length)
  .join('|');
const TOKEN = new RegExp(
  `[(]?(?:(?:${ELEMENT})(?:[₀-₉]{1,3}|\\d{0,2})[()]?(?:[₀-₉]{1,3}|\\d{0,2})){1,12}(?<charge>[⁰¹²³⁴-⁹]?[⁺⁻](?![⁰¹²³⁴-⁹]))?(?![\\p{L}\\d])`,
  'uy',
);
const PART = /(?<element>\p{Lu}\p{Ll}?)|(?<count>\d+|[₀-₉]+)/gu;
/** Elements that make a formula without a number, in contrast to camel case: NaCl, HCl, CaO. */
const COMMON = /^(?:H|C|N|O|F|Na|K|Ca|Mg|Al|Si|P|S|Cl|Li|Zn|Fe|Cu|Ag|Br)+$/;
const ISOTOPE = /(?<count>[⁰¹²³⁴-⁹]{1,3})(?=\p{Lu}\p{Ll}?(?!\p{L}))/uy;

/**
 * Reads H₂SO₄, C6H12O6, NaCl, Ca²⁺ letter by letter and number by number, and ¹⁴C. Capitals without a number
 * are initialisms.
 */
export const readFormula: Reader = ({ text }, at) => {
  if (isInsideWord(text, at)) return undefined;
  const isotope = matchAt(ISOTOPE, text, at);
  if (isotope) {
    const end = at + isotope[0].length;
    return readAs(cardinal(isotope[0].normalize('NFKC')), at, end);
  }
  const match = matchAt(TOKEN, text, at);
  if (!match || !isFormula(match[0], match.groups!.charge)) return undefined;
  const pieces: Piece[] = [];
  const charge = match.groups!.charge ?? '';
  const letters = match[0].slice(0, match[0].length - charge.length);
  for (const part of letters.matchAll(PART)) {
    const start = at + part.index;
    if (part.groups!.element !== undefined) {
      const [first, ...others] = spell(part[0], start);
      const last = pieces.at(-1);
      pieces.push(last && 'letter' in last ? { ...first!, joined: true } : first!, ...others);
    } else pieces.push(...speak(cardinal(part[0].normalize('NFKC')), start, start + part[0].length));
  }
  const end = at + match[0].length;
  if (charge !== '') {
    const count = charge.length > 1 ? `${cardinal(charge.charAt(0).normalize('NFKC'))} ` : '';
    pieces.push(...speak(`${count}${charge.endsWith('⁺') ? 'plus' : 'minus'}`, end - charge.length, end));
  }
  return { end, pieces };
};

function isFormula(written: string, charge: string | undefined): boolean {
  const open = written.split('(').length - written.split(')').length;
  if (open !== 0 || written.startsWith('(')) return false;
  if (charge !== undefined || /[₀-₉]/.test(written)) return true;
  const elements = written.match(/\p{Lu}\p{Ll}?/gu)!;
  // "F16", "B2B", "C64" and "U2" are identifiers, which are read the same.
  if (/\d{3}|(\p{Lu})\1/u.test(written)) return false;
  if (/\d/.test(written)) return elements.length > 1;
  return elements.length > 1 && /\p{Ll}/u.test(written) && written !== 'NaN' && COMMON.test(written);
}
