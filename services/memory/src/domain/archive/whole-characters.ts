/**
 * The same value with U+FFFD for every half of a surrogate pair: names and tags of before, when they were not looked at, may have
 * some, and no archive can hold them.
 */
export function wholeCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wholeCharacters);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), wholeCharacters(member)]),
  );
}
