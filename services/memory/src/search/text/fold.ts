/**
 * Returns the form in which words are compared: lower case; width and compatibility forms unified; accents of
 * Latin, Greek and Cyrillic letters and vowel signs of Arabic and Hebrew dropped; other special letters
 * replaced as usual ("ß" by "ss"); variation selectors dropped; straight apostrophes; no commas inside
 * numbers.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[ -~]*$/.test(lower)) return lower.replace(/(?<=\d),(?=\d{3})/g, '');
  return lower
    .replaceAll('’', "'")
    .normalize('NFKD')
    .replace(
      /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]/g,
      '',
    )
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^ -~\u3040-\u9fff]/gu, (character) => replacements[character] ?? character);
}

/** Letters and digits that Unicode does not decompose, with their usual replacements. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ...Object.fromEntries([...'٠١٢٣٤٥٦٧٨٩'].map((digit, value) => [digit, String(value)])),
  ...Object.fromEntries([...'۰۱۲۳۴۵۶۷۸۹'].map((digit, value) => [digit, String(value)])),
};

/** A text with composed characters, and the position of each character in the original. */
export interface ComposedText {
  text: string;
  /** Index in the original of each character of `text`, then its length; null if nothing changed. */
  starts: readonly number[] | null;
}

/** A character with its marks: accents, voiced marks of kana, vowels and endings of Korean. */
const CLUSTER = /.(?:[\p{M}\uff9e\uff9f]|[\u1160-\u11ff])*/gsu;
/** Symbols such as "™" are not composed: they would become letters of the word before them. */
const COMPOSABLE = /[\p{L}\p{N}\p{M}\uff01-\uff5e]/u;

/**
 * Unifies the forms in which a character can be written, so that words are split consistently: decomposed
 * letters and syllables, half-width and full-width forms, ligatures.
 */
export function composeText(text: string): ComposedText {
  if (/^[ -~]*$/.test(text) || text.normalize('NFKC') === text) return { text, starts: null };
  let composed = '';
  const starts: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const unified = COMPOSABLE.test(cluster) ? cluster.normalize('NFKC') : cluster;
    for (let at = 0; at < unified.length; at++) starts.push(unified === cluster ? index + at : index);
    composed += unified;
  }
  starts.push(text.length);
  return { text: composed, starts };
}

/** Returns the range of the original for a range of the composed text. */
export function originalRange(
  { starts }: ComposedText,
  start: number,
  end: number,
): readonly [start: number, end: number] {
  if (starts === null) return [start, end];
  const from = starts[start]!;
  let to = end;
  // The characters of one cluster start at the same position.
  while (to < starts.length - 1 && starts[to]! <= from) to++;
  return [from, starts[to]!];
}
