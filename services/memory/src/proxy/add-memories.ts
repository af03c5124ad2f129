import type { ChatProtocol } from './chat-protocol.js';
import { findItems, findMember, startOfDocument } from './json-places.js';

const QUOTE = 0x22;

/**
 * Adds texts to messages of a request, at the end of each message, and leaves all other bytes as they are. A text follows the
 * words of the user, so that everything before it stays in the prompt cache of the upstream.
 */
export function addToMessages(
  protocol: ChatProtocol,
  body: Buffer,
  texts: ReadonlyMap<number, string>,
): Buffer {
  const list = findMember(body, startOfDocument(body), protocol.list);
  if (list === null || texts.size === 0) return body;
  const items = body[list.start] === QUOTE ? null : findItems(body, list.start);
  const pieces: (Buffer | string)[] = [];
  let from = 0;
  for (const [index, text] of [...texts].sort(([a], [b]) => a - b)) {
    const item = items === null ? null : items[index];
    const content = item === null ? list : item && findMember(body, item.start, 'content');
    if (!content) continue;
    // Before the closing quote of a string, or the closing bracket of a list of parts.
    const at = content.end - 1;
    const addition =
      body[content.start] === QUOTE
        ? JSON.stringify(`\n\n${text}`).slice(1, -1)
        : `,${JSON.stringify({ type: protocol.textType, text })}`;
    pieces.push(body.subarray(from, at), addition);
    from = at;
  }
  pieces.push(body.subarray(from));
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
