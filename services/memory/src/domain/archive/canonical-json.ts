/**
 * One text for equal JSON values: keys sorted by UTF-16 unit, no white space. What an archive's digest is made of, so
 * that a pretty-printed or re-ordered copy is still the same archive. Undefined where a string is not well-formed.
 */
export function canonicalJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? JSON.stringify(value) : undefined;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return joined(value.map(canonicalJson), '[', ']');
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => {
      const [name, text] = [canonicalJson(key), canonicalJson(member)];
      return name === undefined || text === undefined ? undefined : `${name}:${text}`;
    });
  return joined(members, '{', '}');
}

function joined(parts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return parts.includes(undefined) ? undefined : `${open}${parts.join(',')}${close}`;
}
