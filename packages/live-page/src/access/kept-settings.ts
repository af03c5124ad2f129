import { originOf } from '../conversation/chat-server.js';

/** What a person chose on this page. */
export interface StoredSettings {
  mode: 'read' | 'converse';
  chatAddress: string;
  chatModel: string;
  chatKey: string;
  systemPrompt: string;
  memoryAddress: string;
  memoryToken: string;
  remember: boolean;
  /** Whether the chat server is told of the marks by which the face shows expressions. */
  showsExpressions: boolean;
}

const KEY = 'anima-live';
export const FIRST_SETTINGS: StoredSettings = {
  mode: 'read',
  chatAddress: 'http://127.0.0.1:11434/v1',
  chatModel: '',
  chatKey: '',
  systemPrompt:
    'You speak aloud with the person before you, through a face on their screen. Answer as people talk: in one to three short sentences, in ' +
    'plain words, without lists or code unless they ask for them.',
  memoryAddress: 'http://127.0.0.1:9090',
  memoryToken: '',
  remember: false,
  showsExpressions: false,
};

/** Of this tab, gone when it is closed. */
export function readSettings(): StoredSettings {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return { ...FIRST_SETTINGS, ...(kept as Partial<StoredSettings>) };
  } catch {
    return FIRST_SETTINGS;
  }
}

/** With the address of the memory service that the avatar service knows, unless the person chose another one. */
export async function withServedMemory(settings: StoredSettings): Promise<StoredSettings> {
  if (settings.memoryAddress !== FIRST_SETTINGS.memoryAddress) return settings;
  try {
    const { other } = (await (await fetch('/studio/service.json')).json()) as { other?: string };
    return other === undefined ? settings : { ...settings, memoryAddress: other };
  } catch {
    return settings;
  }
}

export function keepSettings(settings: StoredSettings): void {
  sessionStorage.setItem(KEY, JSON.stringify(settings));
}

/** With changes; a key and a token belong to the server for which they were given, and are left behind where its address becomes another. */
export function changedSettings(settings: StoredSettings, changes: Partial<StoredSettings>): StoredSettings {
  const next = { ...settings, ...changes };
  if (changes.chatKey === undefined && isElsewhere(settings.chatAddress, next.chatAddress)) next.chatKey = '';
  if (changes.memoryToken === undefined && isElsewhere(settings.memoryAddress, next.memoryAddress))
    next.memoryToken = '';
  return next;
}

const isElsewhere = (before: string, after: string) => originOf(before) !== originOf(after);
