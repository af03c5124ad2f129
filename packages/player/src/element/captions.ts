import type { LiveWord } from '@anima/client/live';

/** Words of what is said, lit when they are heard. */
export interface Captions {
  readonly element: HTMLElement;
  /** Words that will be heard, of all the `text` so far. */
  add(utterance: string, text: string, words: readonly LiveWord[]): void;
  light(utterance: string, word: LiveWord): void;
  clear(utterance: string): void;
  clearAll(): void;
}

/** A page of captions holds so many characters, or the rest of the sentence. */
const PAGE = 90;

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
  /** What is shown: from which character of which utterance, up to where it is lit. */
  let page: { utterance: string; from: number; until: number; lit: number } | null = null;

  function draw(): void {
    const said = page === null ? undefined : known.get(page.utterance);
    element.hidden = page === null || said === undefined;
    if (page === null || said === undefined) {
      element.replaceChildren();
      return;
    }
    const { from, lit } = page;
    page.until = pageEnd(said, from);
    const parts: Node[] = [];
    let at = from;
    for (const { charStart, charEnd } of said.words) {
      // One that is written "$12" is heard as two.
      if (charStart < at || charEnd > page.until) continue;
      if (charStart > at) parts.push(new Text(said.text.slice(at, charStart)));
      parts.push(wordOf(said.text.slice(charStart, charEnd), charStart < lit));
      at = charEnd;
    }
    parts.push(new Text(said.text.slice(at, page.until)));
    element.replaceChildren(...parts);
  }

  return {
    element,
    add(utterance, text, words) {
      const said = known.get(utterance) ?? { text: '', words: [] };
      known.set(utterance, { text, words: [...said.words, ...words] });
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

/** Behind the last word that is known of the sentence, or of as much as a page holds. */
function pageEnd({ text, words }: Captioned, from: number): number {
  let end = from;
  for (const { charStart, charEnd } of words) {
    if (charStart < from) continue;
    const isNext = end > from && /[.!?…]["'”’)]*\s/.test(text.slice(end - 1, charStart + 1));
    if (end > from && (isNext || charEnd - from > PAGE)) break;
    end = Math.max(end, charEnd);
  }
  // The marks behind the last word belong to it.
  return end + (/^[^\s\w]{1,4}/.exec(text.slice(end, end + 4))?.[0].length ?? 0);
}

function wordOf(text: string, isLit: boolean): HTMLElement {
  const word = document.createElement('span');
  word.className = isLit ? 'word lit' : 'word';
  word.setAttribute('part', isLit ? 'word lit' : 'word');
  word.textContent = text;
  return word;
}
