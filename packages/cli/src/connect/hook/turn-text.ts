/** About 2,700 tokens: what is said at more length is mostly a file. Of an answer in several parts the end stays. */
export const MAX_TURN_CHARACTERS = 8_000;

/** What stands around recalled memories, so that they are known again and never stored as something that was said. */
export const INJECTED_TAG = 'anima-memory';

/** Blocks of tools and of ours in what a person or a model said. */
const STRIPPED_TAGS = [INJECTED_TAG, 'system-reminder'];

/** A text without what hooks and tools put into it; what is not closed goes to its end. */
export function withoutInjected(text: string): string {
  let kept = text;
  for (const tag of STRIPPED_TAGS) kept = withoutBlocks(kept, tag);
  return kept.trim();
}

function withoutBlocks(text: string, tag: string): string {
  const close = `</${tag}>`;
  let kept = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf(`<${tag}`, from);
    if (open === -1) return kept + text.slice(from);
    kept += text.slice(from, open);
    const end = text.indexOf(close, open);
    if (end === -1) return kept;
    from = end + close.length;
  }
}
