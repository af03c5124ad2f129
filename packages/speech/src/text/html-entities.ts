import { matchAt } from './reading.js';

/** Names of HTML 4 and those of punctuation that HTML 5 adds. The names of the letters of Latin-1 follow their order from U+00A0. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const OTHERS =
  'amp & lt < gt > quot " apos \' num # excl ! quest ? percnt % dollar $ lpar ( rpar ) lsqb [ rsqb ] lbrack [ rbrack ] lcub { rcub } ast * plus + equals = comma , period . colon : semi ; sol / bsol \\ commat @ lowbar _ grave ` verbar | vert | Hat ^ tilde ˜ circ ˆ ' +
  'ndash – mdash — horbar ― lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ oline ‾ frasl / euro € trade ™ numero № ' +
  'larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ lArr ⇐ hArr ⇔ minus − infin ∞ ne ≠ le ≤ ge ≥ asymp ≈ equiv ≡ sum ∑ prod ∏ radic √ int ∫ part ∂ isin ∈ nabla ∇ cap ∩ cup ∪ sube ⊆ check ✓ cross ✗ star ☆ ' +
  'alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigma σ sigmaf ς tau τ upsilon υ phi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω ' +
  'OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ inodot ı Ccaron Č ccaron č Zcaron Ž zcaron ž cacute ć Cacute Ć nacute ń lstrok ł Lstrok Ł eogon ę aogon ą';

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ...pairs(OTHERS),
  ...['ensp', 'emsp', 'thinsp', 'hairsp', 'numsp', 'puncsp', 'NewLine', 'Tab'].map(
    (name) => [name, ' '] as const,
  ),
  ...['zwnj', 'zwj', 'lrm', 'rlm', 'ZeroWidthSpace'].map((name) => [name, ''] as const),
]);

function* pairs(list: string): Generator<readonly [string, string]> {
  const words = list.split(' ');
  for (let i = 0; i < words.length; i += 2) yield [words[i]!, words[i + 1]!];
}

const ENTITY =
  /&(?:#(?<decimal>\d{1,7})|#[xX](?<hexadecimal>[\da-fA-F]{1,6})|(?<name>[A-Za-z][A-Za-z\d]{1,30}));/y;
/** The names that old pages write without a semicolon. */
const UNCLOSED = /&(?<name>amp|lt|gt|quot|nbsp)(?![\p{L}\p{N};=])/uy;
/** "&amp;amp;quot;" was escaped more than once. */
const MAX_ESCAPES = 3;
/** What numbers from 128 to 159 mean in pages (HTML, numeric character reference end state). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The character that an HTML entity at this place stands for. Undefined: the text there is no entity. */
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
