/** "sha-256" is "sha256", "Brazil's" is "Brazil". */
export function comparable(text: string): string {
  if (!/[-_']/.test(text)) return text;
  const bare = text.replace(/'s$|'(?=\p{L})/gu, '');
  return /\p{L}/u.test(bare) ? bare.replace(/[-_]/g, '') : bare;
}
