/**
 * Serialises equal JSON values to the same text: keys sorted by UTF-16 code unit, no white space. The digest
 * of an archive uses this text, so a reformatted or reordered copy has the same digest. Returns undefined if
 * a string is not well-formed.
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
