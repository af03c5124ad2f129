/** Normalises a name or tag: composed (NFC) and without surrounding white space. */
export const normalName = (text: string): string => text.normalize('NFC').trim();

/** Returns the form in which names are compared: names that differ only in case are equal. */
export const foldedName = (text: string): string => normalName(text).toLowerCase();

/** Normalises tags and removes duplicates. Of tags that differ only in case, the first stays. */
export function normalTags(tags: readonly string[]): string[] {
  const byFoldedName = new Map<string, string>();
  for (const tag of tags)
    if (!byFoldedName.has(foldedName(tag))) byFoldedName.set(foldedName(tag), normalName(tag));
  return [...byFoldedName.values()];
}
