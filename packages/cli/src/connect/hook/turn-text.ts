/** About 2,700 tokens: what is said at more length is mostly a file. Of an answer in several parts the end stays. */
export const MAX_TURN_CHARACTERS = 8_000;

/** What stands around recalled memories, so that they are known again and never stored as something that was said. */
export const INJECTED_TAG = 'anima-memory';

/** Tags of Anima and of tools, also escaped: tools return what a hook injected as HTML (`&lt;`) or as JSON (`\\u003c`). */
const MARKER =
  /(<|&(?:amp;){0,4}(?:lt|#60|#x3c);|\\{1,8}u003c)(\/?)(anima-memory|hook_context|system-reminder)(?![\w-])[^<>&\\\n]{0,200}(?:>|&(?:amp;){0,4}(?:gt|#62|#x3e);|\\{1,8}u003e)/gi;

/**
 * Removes the blocks that hooks and tools put into a text. A block ends at its closing tag, which is escaped like its opening tag: tags
 * that are escaped otherwise were quoted inside it. A block whose closing tags are too few ends at the last of them, and one that has none
 * with the text.
 */
export function withoutInjected(text: string): string {
  let kept = '';
  let from = 0;
  let open: { bracket: string; tag: string; depth: number; lastClose: number | null } | null = null;
  for (const { 0: marker, 1: bracket = '', 2: slash, 3: tag = '', index } of text.matchAll(MARKER)) {
    const isClosing = slash === '/';
    const end = index + marker.length;
    if (open === null) {
      kept += text.slice(from, index);
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
  return (kept + text.slice(rest)).trim();
}

/** Whether a text holds something that a hook injected. */
export const holdsInjected = (text: string): boolean => text.search(MARKER) !== -1;
