import { cardinal, ordinal } from './number-words.js';
import { isWord, matchAt, type Reader, say } from './reading.js';

const NUMERAL = /(?<numeral>[IVXLCDM]{1,9}|[ivx]{2,5})(?![\p{L}\d]|[-'][\p{L}])/uy;
const VALID = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Numbered things: the numeral behind is a cardinal. */
const NUMBERED = new Set(
  (
    'chapter part act scene section volume book phase article war mark type level stage class grade bowl apollo gemini fantasy episode round ' +
    'rocky appendix table figure title division corps group category model version series schedule exhibit unit tier canto psalm vatican ' +
    'page step rule question theorem lemma day week year saturn polaris titan trident factor'
  ).split(' '),
);
/** Kings, queens and popes: "Louis XIV" is the fourteenth. */
const REGNAL = new Set(
  (
    'pope king queen emperor tsar czar henry louis edward george william charles james richard elizabeth napoleon pius benedict leo paul john ' +
    'ramses frederick philip alexander nicholas peter catherine ivan umberto emmanuel gustav christian ferdinand mary innocent gregory clement ' +
    'urban boniface sixtus celestine wilhelm friedrich francis joseph leopold otto haakon harald olav carl alfonso juan felipe pedro margaret ' +
    'margrethe beatrix robert david thutmose amenhotep seti cleopatra ptolemy darius xerxes artaxerxes constantine theodosius justinian ' +
    'selim murad mehmed suleiman baldwin ludwig maximilian rudolf sigismund casimir'
  ).split(' '),
);
/** Words and well-known letters that happen to be numerals. */
const NOT_NUMERALS = new Set([
  'MIX',
  'DIM',
  'MILD',
  'CIVIL',
  'MI',
  'ID',
  'DI',
  'LI',
  'CD',
  'DC',
  'MD',
  'MC',
  'DM',
  'CC',
  'CV',
  'LCD',
  'DVD',
  'CIV',
  'LED',
  'MM',
  'XL',
  'XXL',
  'LLC',
  'CI',
  'DI',
  'DX',
  'LL',
  'CIC',
  'MIC',
  'VIM',
  'DIV',
]);

/** Chapter IV, Louis XIV, World War II; never the pronoun. */
export const readRomanNumeral: Reader = (line, at) => {
  const match = matchAt(NUMERAL, line.text, at);
  if (!match) return undefined;
  const small = match.groups!.numeral!;
  const numeral = small.toUpperCase();
  if (!VALID.test(numeral) || NOT_NUMERALS.has(numeral)) return undefined;
  const behind = at + small.length;
  if (
    small === numeral &&
    numeral.length > 1 &&
    /^ (?:century|centuries|dynasty|Olympi)/.test(line.text.slice(behind))
  )
    return { end: behind, pieces: say(ordinal(String(romanValue(numeral))), at, behind) };
  const names = line.read.slice(-2).filter(isWord);
  const name = line.read.at(-1) === names.at(-1) ? names.at(-1)?.text : undefined;
  if (name === undefined) return undefined;
  const lower = name.toLowerCase();
  const end = at + numeral.length;
  const numbered = NUMBERED.has(lower);
  if (small !== numeral && !numbered) return undefined;
  const regnal = REGNAL.has(lower) && /^\p{Lu}/u.test(name);
  if (numeral.length === 1) {
    if (!(numbered && /^\p{Lu}/u.test(name)) && !regnal) return undefined;
    if (numeral !== 'I' && !'VX'.includes(numeral)) return undefined;
    // "Part I liked", "Charles I think".
    if (
      numeral === 'I' &&
      /^ \p{Ll}/u.test(line.text.slice(end)) &&
      !/^ (?:of|and|was|is|to|in|at|had|by|on|from|or)\b/.test(line.text.slice(end))
    )
      return undefined;
  } else if (!numbered && !regnal && !(romanValue(numeral) < 40 && /^\p{Lu}/u.test(name))) return undefined;

  const value = String(romanValue(numeral));
  const heir =
    numeral.length > 1 && !numbered && names.length === 2 && REGNAL.has(names[0]!.text.toLowerCase());
  const spoken = regnal || heir ? `the ${ordinal(value)}` : cardinal(value);
  return { end, pieces: say(spoken, at, end) };
};

function romanValue(numeral: string): number {
  let total = 0;
  for (let i = 0; i < numeral.length; i++) {
    const value = VALUES[numeral[i]!]!;
    total += value < (VALUES[numeral[i + 1] ?? ''] ?? 0) ? -value : value;
  }
  return total;
}

const IN_BRACKETS = /\((?<numeral>i{2,3}|iv|vi{1,3}|ix|xi{1,3})\)/y;

/** (ii), (iv): the points of a list. */
export const readRomanPoint: Reader = (line, at) => {
  const match = matchAt(IN_BRACKETS, line.text, at);
  if (!match) return undefined;
  const { numeral } = match.groups!;
  const end = at + match[0].length;
  return {
    end,
    pieces: [
      { mark: '(' },
      ...say(cardinal(String(romanValue(numeral!.toUpperCase()))), at + 1, end - 1),
      { mark: ')' },
    ],
  };
};
