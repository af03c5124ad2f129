/** Maximum length of a turn: longer texts are mostly files. Of a response in parts, the end is kept. */
export const MAX_TURN_CHARACTERS = 32_000;

/** Importance of a stored turn: less than that of memories that an agent or a user chose to store. */
export const TURN_IMPORTANCE = 0.3;

/** The tag around injected memories, so that they are recognised and never stored as messages. */
export const INJECTED_TAG = 'anima-memory';

/** Tags of Anima and of tools, also escaped: tools return injections as HTML (`&lt;`) or as JSON (`\\u003c`). */
const MARKER =
  /(<|&(?:amp;){0,4}(?:lt|#60|#x3c);|\\{1,8}u003c)(\/?)(anima-memory|hook_context|system-reminder)(?![\w-])[^<>&\\\n]{0,200}(?:>|&(?:amp;){0,4}(?:gt|#62|#x3e);|\\{1,8}u003e)/gi;

/**
 * Removes the blocks that hooks and tools inject into a text. A block ends at its closing tag, which is escaped like its opening
 * tag; tags with another escape are quoted inside the block. With too few closing tags, a block ends at the last one, and
 * without any at the end of the text.
 */
export function withoutInjected(text: string): string {
  let result = '';
  let from = 0;
  let open: { bracket: string; tag: string; depth: number; lastClose: number | null } | null = null;
  for (const { 0: marker, 1: bracket = '', 2: slash, 3: tag = '', index } of text.matchAll(MARKER)) {
    const isClosing = slash === '/';
    const end = index + marker.length;
    if (open === null) {
      result += text.slice(from, index);
      from = end;
      if (!isClosing) open = { bracket, tag, depth: 1, lastClose: null };
    } else if (bracket === open.bracket && tag === open.tag) {
      open.depth += isClosing ? -1 : 1;
      if (isClosing) open.lastClose = end;
      if (open.depth > 0) continue;
      from = end;
      open = null;
    }
  }
  const rest = open === null ? from : (open.lastClose ?? text.length);
  return (result + text.slice(rest)).trim();
}

/** Whether a text contains an injection. */
export const holdsInjected = (text: string): boolean => text.search(MARKER) !== -1;
