/**
 * The form in which words are compared: lower case, width and compatibility forms unified, accents of Latin, Greek and
 * Cyrillic letters and vowel signs of Arabic and Hebrew dropped, letters that have no accent to drop written as their
 * usual replacements ("ß" as "ss"), variation selectors dropped, straight apostrophes, no commas inside numbers.
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
