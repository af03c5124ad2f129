import type { LiveWord } from '@anima/client/live';
import { createMarkReader } from '@anima/face/expressions';

/** Captions of the spoken text, which highlight each word when it is played. */
export interface Captions {
  readonly element: HTMLElement;
  /** Adds words that will be played; `text` is the whole text of the utterance so far. */
  add(utterance: string, text: string, words: readonly LiveWord[]): void;
  light(utterance: string, word: LiveWord): void;
  clear(utterance: string): void;
  clearAll(): void;
}

/** A page of captions holds so many characters. */
const PAGE = 90;

const MAX_KNOWN = 50;

interface Captioned {
  text: string;
  words: LiveWord[];
}

export function createCaptions(): Captions {
  const element = document.createElement('p');
  element.className = 'captions';
  element.setAttribute('part', 'captions');
  element.hidden = true;
  const known = new Map<string, Captioned>();
  /** The displayed part of an utterance, and the end of its highlighted part. */
  let page: { utterance: string; from: number; until: number; lit: number } | null = null;

  function draw(): void {
    const captioned = page === null ? undefined : known.get(page.utterance);
    element.hidden = page === null || captioned === undefined;
    if (page === null || captioned === undefined) {
      element.replaceChildren();
      return;
    }
    const { from, lit } = page;
    page.until = pageEnd(captioned.text, from);
    const parts: Node[] = [];
    let at = from;
    for (const { charStart, charEnd } of captioned.words) {
      // Skips the second word of a text such as "$12", which is spoken as two words.
      if (charStart < at || charEnd > page.until) continue;
      if (charStart > at) parts.push(new Text(closeGaps(captioned.text.slice(at, charStart))));
      parts.push(wordOf(captioned.text.slice(charStart, charEnd), charStart < lit));
      at = charEnd;
    }
    parts.push(new Text(closeGaps(captioned.text.slice(at, page.until))));
    element.replaceChildren(...parts);
  }

  return {
    element,
    add(utterance, text, words) {
      const captioned = known.get(utterance) ?? { text: '', words: [] };
      // The reader puts spaces in place of expression tags, so that the offsets of words stay the same.
      known.set(utterance, {
        text: createMarkReader().push(text).text,
        words: [...captioned.words, ...words],
      });
      // Utterances that break off are never reported as ended.
      if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
      if (page?.utterance === utterance) draw();
    },
    light(utterance, { charStart, charEnd }) {
      const isShown = page?.utterance === utterance && charStart >= page.from && charEnd <= page.until;
      page = { utterance, from: isShown ? page!.from : charStart, until: page?.until ?? 0, lit: charEnd };
      draw();
    },
    clear(utterance) {
      known.delete(utterance);
      if (page?.utterance !== utterance) return;
      page = null;
      draw();
    },
    clearAll() {
      known.clear();
      page = null;
      draw();
    },
  };
}

/** The rest of the sentence that was written by now, or as much of it as a page holds. */
function pageEnd(text: string, from: number): number {
  const rest = text.slice(from, from + PAGE + 1);
  const sentence = /[.!?…]["'”’)]?\s/.exec(rest);
  if (sentence !== null) return from + sentence.index + sentence[0].trimEnd().length;
  if (rest.length <= PAGE) return from + rest.length;
  const space = rest.lastIndexOf(' ');
  return from + (space > 0 ? space : PAGE);
}

/** Removes the spaces that stand in place of an expression tag: all before punctuation, all but one elsewhere. */
function closeGaps(text: string): string {
  return text.replace(/\s+/g, (gap, at: number) => {
    if (gap.length === 1) return gap;
    return /^[.,!?;:…]/.test(text.slice(at + gap.length, at + gap.length + 1)) ? '' : ' ';
  });
}

function wordOf(text: string, isLit: boolean): HTMLElement {
  const word = document.createElement('span');
  word.className = isLit ? 'word lit' : 'word';
  word.setAttribute('part', isLit ? 'word lit' : 'word');
  word.textContent = text;
  return word;
}
