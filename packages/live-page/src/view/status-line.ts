import { byId } from './element.js';

export interface StatusLine {
  tell(text: string, isBad?: boolean): void;
  clear(): void;
}

/** A line with the status for the user, which screen readers read out. */
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
