/** Where a conversation is held: any server that speaks OpenAI's protocol. */
export interface ChatServer {
  /** As `http://127.0.0.1:11434/v1`: what stands before /chat/completions. */
  address: string;
  model: string;
  /** Empty where the server wants none. */
  key: string;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** As it is asked: without blanks, the path of an operation, and slashes at its end. Null where it is no address of a server. */
export function readAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '') return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (parts.at(-1) === 'completions' && parts.at(-2) === 'chat') parts.length -= 2;
  return [url.origin, ...parts].join('/');
}

export function originOf(address: string): string | null {
  const read = readAddress(address);
  return read === null ? null : new URL(read).origin;
}
