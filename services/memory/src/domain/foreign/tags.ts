/** A heading that is a sentence is no tag. In characters. */
const MAX_TAG = 64;
const MAX_TAGS = 64;

/** "CI & CD" becomes `ci-cd`. */
export function tagsOf(names: readonly string[]): string[] {
  const slugs = names.map((name) =>
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  );
  return [...new Set(slugs.filter((slug) => slug !== '' && slug.length <= MAX_TAG))].slice(0, MAX_TAGS);
}
