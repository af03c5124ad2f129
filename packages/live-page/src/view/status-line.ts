import { byId } from './element.js';

export interface StatusLine {
  tell(text: string, isBad?: boolean): void;
  clear(): void;
}

/** One line that says what the person should know; read aloud by screen readers. */
export function createStatusLine(): StatusLine {
  const line = byId('status');
  return {
    tell(text, isBad = false) {
      line.textContent = text;
      line.classList.toggle('bad', isBad);
    },
    clear() {
      line.textContent = '';
    },
  };
}
