import { parseExpressionTags } from '@anima/face/expressions';
import { captionAt } from '../speech/caption-window.js';
import { byId, made } from './element.js';

export interface CaptionsView {
  show(text: string, word: { charStart: number; charEnd: number }): void;
  clear(): void;
}

/** The sentence that is heard, its word lit. */
export function createCaptionsView(): CaptionsView {
  const line = byId('captions');
  return {
    show(text, { charStart, charEnd }) {
      const { heard, now, coming } = captionAt(parseExpressionTags(text).text, charStart, charEnd);
      line.replaceChildren(
        made('span', { className: 'heard', text: heard }),
        made('span', { className: 'now', text: now }),
        made('span', { text: coming }),
      );
    },
    clear() {
      line.replaceChildren();
    },
  };
}
