/** About 2,700 tokens: what is said at more length is mostly a file. Of an answer in several parts the end stays. */
export const MAX_TURN_CHARACTERS = 8_000;

/** What stands around recalled memories, so that they are known again and never stored as something that was said. */
export const INJECTED_TAG = 'anima-memory';

/** Tags of Anima and of tools, also escaped: tools return what a hook injected as HTML (`&lt;`) or as JSON (`\\u003c`). */
const MARKER =
  /(<|&(?:amp;){0,4}lt;|\\{1,8}u003c)(\/?)(anima-memory|hook_context|system-reminder)(?![\w-])[^<>&\\\n]{0,200}(?:>|&(?:amp;){0,4}gt;|\\{1,8}u003e)/gi;

/**
 * Removes the blocks that hooks and tools put into a text. A block ends at the first closing tag that is escaped like its opening
 * tag: blocks inside it are escaped once more. A block that is not closed ends with the text.
 */
export function withoutInjected(text: string): string {
  let kept = '';
  let from = 0;
  let open: { bracket: string; tag: string } | null = null;
  for (const { 0: marker, 1: bracket = '', 2: slash, 3: tag = '', index } of text.matchAll(MARKER)) {
    const isClosing = slash === '/';
    if (open === null) {
      kept += text.slice(from, index);
      from = index + marker.length;
      if (!isClosing) open = { bracket, tag };
    } else if (isClosing && bracket === open.bracket && tag === open.tag) {
      from = index + marker.length;
      open = null;
    }
  }
  return (open === null ? kept + text.slice(from) : kept).trim();
}

/** Whether a text holds something that a hook injected. */
export const holdsInjected = (text: string): boolean => text.search(MARKER) !== -1;
