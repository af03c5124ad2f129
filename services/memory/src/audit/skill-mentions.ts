/**
 * Creates a function that returns whether a text refers to a skill by its name as a word. The text must be in
 * lower case. Hyphens of the name also match spaces and underscores, and `/name` and `skills/name/SKILL.md`
 * match too. If the name is an ordinary word, every use of the word counts: an unreported skill is better
 * than a report of a skill that is in use.
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
