/**
 * Returns the record with every lone surrogate replaced by U+FFFD. Stored texts should have no lone
 * surrogates, but a text can, such as an excerpt that was cut within a character. Without the replacement, no
 * digest could be computed and such a text would block the export of all other records.
 */
export function wellFormed(record: object): object {
  const text = JSON.stringify(record);
  // JSON.stringify escapes lone surrogates as `\ud...`. A content with that literal text only costs a parse.
  if (!text.includes('\\ud')) return record;
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
