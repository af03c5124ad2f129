/** A server with OpenAI's protocol, with which the user talks. */
export interface ChatServer {
  /** Part of the URL before /chat/completions, such as `http://127.0.0.1:11434/v1`. */
  address: string;
  model: string;
  /** Empty if the server requires no key. */
  key: string;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Normalises the address of a server; returns null if it is invalid. */
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
