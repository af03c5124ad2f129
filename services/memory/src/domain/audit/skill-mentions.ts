/**
 * Tells whether a text refers to a skill: by its name as a word (letters' case aside, spaces or underscores for the
 * hyphens), which takes in `/name` and `skills/name/SKILL.md`. A name that is an ordinary word counts as mentioned where
 * the word stands: better a skill too few reported than one that is in use.
 */
export function mentions(name: string): (foldedText: string) => boolean {
  const parts = name
    .toLowerCase()
    .split(/[-_\s]+/)
    .filter(Boolean);
  const first = parts[0] ?? '';
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}][-_])${parts.map(literally).join('[-_\\s]+')}(?![\\p{L}\\p{N}]|[-_][\\p{L}\\p{N}])`,
    'u',
  );
  return (foldedText) => foldedText.includes(first) && pattern.test(foldedText);
}

function literally(part: string): string {
  return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
