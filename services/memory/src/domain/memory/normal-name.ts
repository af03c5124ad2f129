/** The one form of a name or tag however it was typed: composed (NFC) and without surrounding white space. */
export const normalName = (text: string): string => text.normalize('NFC').trim();

/** Names that differ only in case are one name. */
export const foldedName = (text: string): string => normalName(text).toLowerCase();

/** Tags in their one form, each once; of those that differ only in case the first. */
export function normalTags(tags: readonly string[]): string[] {
  const byFoldedName = new Map<string, string>();
  for (const tag of tags)
    if (!byFoldedName.has(foldedName(tag))) byFoldedName.set(foldedName(tag), normalName(tag));
  return [...byFoldedName.values()];
}
