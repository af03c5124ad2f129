import { openConversationLog } from '@anima/client';

const ROLES = new Set(['user', 'assistant', 'system']);

export class AnimaSession {
  #sessionId;
  #log;

  constructor(sessionId, client, options = {}) {
    this.#sessionId = sessionId;
    this.#log = openConversationLog(client, sessionId, options);
  }

  async getSessionId() {
    return this.#sessionId;
  }
  async getItems(limit) {
    return this.#log.read(limit);
  }
  async addItems(items) {
    await this.#log.add(items.map(toLogItem));
  }
  async popItem() {
    return this.#log.pop();
  }
  async clearSession() {
    await this.#log.clear();
  }
}

function toLogItem(item) {
  const { role, content } = item;
  if (!ROLES.has(role)) return { value: item, role: 'tool' };
  if (typeof content === 'string') return { value: item, role, textPath: ['content'] };
  const isText = Array.isArray(content) && content.length === 1 && typeof content[0].text === 'string';
  return { value: item, role, ...(isText && { textPath: ['content', 0, 'text'] }) };
}
