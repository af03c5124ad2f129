import type { MemoryClient } from './memory-client.js';

/** An item of a conversation, such as a message or a call of a tool. */
export interface LogItem {
  /** The item as JSON. */
  value: Record<string, unknown>;
  /** Who wrote it. */
  role?: 'user' | 'assistant' | 'tool' | 'system';
  /** Keys that lead to its text. */
  textPath?: readonly (string | number)[];
}

/** The items of one conversation in their order. Each item is a memory, so recall finds it later. */
export interface ConversationLog {
  add(items: readonly LogItem[]): Promise<void>;
  /** Resolves to the latest items, or all, oldest first. */
  read(limit?: number): Promise<Record<string, unknown>[]>;
  /** Removes the latest item; resolves to it, or to undefined if the conversation is empty. */
  pop(): Promise<Record<string, unknown> | undefined>;
  /** Archives all items. */
  clear(): Promise<void>;
}

const PAGE_SIZE = 200;
const IMPORTANCE = 0.3;
const MARK = '#anima-item ';

/** Opens a conversation, which need not exist. */
export function openConversationLog(
  client: MemoryClient,
  conversationId: string,
  { project }: { project?: string | undefined } = {},
): ConversationLog {
  const scope = project === undefined ? { global_only: true } : { project_id: project };

  async function latest(limit = Number.POSITIVE_INFINITY) {
    // Names of tags ignore case, a digest does not.
    const tags = [`session-${await digest(conversationId)}`];
    const found: Awaited<ReturnType<typeof client.list>>['memories'] = [];
    for (let cursor: string | null | undefined; found.length < limit; ) {
      const page_size = Math.min(PAGE_SIZE, limit - found.length);
      const page = await client.list({ ...scope, tags, page_size, ...(cursor ? { cursor } : {}) });
      found.push(...page.memories);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    return found;
  }
  return {
    async add(items) {
      const tags = ['conversation', `session-${await digest(conversationId)}`];
      for (const item of items)
        await client.remember({
          content: encodeItem(item),
          type: 'context',
          importance: IMPORTANCE,
          tags,
          conversation_id: conversationId,
          ...(project === undefined ? {} : { project }),
          ...(item.role === undefined ? {} : { speaker: item.role, role: item.role }),
        });
    },
    read: async (limit) => (await latest(limit)).reverse().map(decodeItem),
    async pop() {
      const [memory] = await latest(1);
      if (memory === undefined) return undefined;
      await client.forget(memory.memory_id);
      return decodeItem(memory);
    },
    async clear() {
      for (const { memory_id } of await latest()) await client.forget(memory_id, { include_archived: true });
    },
  };
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/** Writes an item as a content: its text, and the rest as JSON on the last line. The Python client does the same. */
function encodeItem({ value, role, textPath = [] }: LogItem): string {
  const rest = structuredClone(value);
  const text = exchange(rest, textPath, null);
  if (typeof text !== 'string' || text.trim() === '') return `${MARK}${JSON.stringify({ item: value })}`;
  const isPlain = Object.keys(rest).length === 2 && rest.content === null && rest.role === role;
  return isPlain && !text.includes(MARK)
    ? text
    : `${text}\n${MARK}${JSON.stringify({ path: textPath, item: rest })}`;
}

function decodeItem({ content, role }: { content: string; role: string | null }): Record<string, unknown> {
  if (content.startsWith(MARK)) return JSON.parse(content.slice(MARK.length)).item;
  const at = content.lastIndexOf(`\n${MARK}`);
  if (at === -1) return { role, content };
  const { path, item } = JSON.parse(content.slice(at + 1 + MARK.length));
  exchange(item, path, content.slice(0, at));
  return item;
}

/** Replaces the value at a path; returns the value before. */
function exchange(
  item: Record<string, unknown>,
  path: readonly (string | number)[],
  value: unknown,
): unknown {
  const [last] = path.slice(-1);
  if (last === undefined) return undefined;
  let place = item;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  const before = place[last];
  place[last] = value;
  return before;
}
