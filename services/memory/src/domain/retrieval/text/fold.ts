/**
 * Lower case, width and compatibility forms unified, Latin, Greek and Cyrillic accents dropped, straight
 * apostrophes, no commas inside numbers.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[ -~]*$/.test(lower)) return lower.replace(/(?<=\d),(?=\d{3})/g, '');
  return lower
    .replaceAll('’', "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}
