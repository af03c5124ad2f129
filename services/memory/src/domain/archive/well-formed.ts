/**
 * The record with every half of a surrogate pair replaced by U+FFFD. What is stored should hold none; one that does, as an
 * excerpt cut in the middle of a character, must not keep all the others from being exported, since no digest can be made of it.
 */
export function wellFormed(record: object): object {
  const text = JSON.stringify(record);
  // How JSON writes such a half; a backslash that a content has itself only costs the look.
  if (!text.includes('\\ud')) return record;
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}
