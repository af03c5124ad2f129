/** The one form of a name or tag however it was typed: composed (NFC) and without surrounding white space. */
export const normalName = (text: string): string => text.normalize('NFC').trim();

/** Names that differ only in case are one name. */
export const foldedName = (text: string): string => normalName(text).toLowerCase();

/** Tags in their one form, each once. */
export const normalTags = (tags: readonly string[]): string[] => [...new Set(tags.map(normalName))];
