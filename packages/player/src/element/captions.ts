import type { LiveWord } from '@anima/client/live';
import { createMarkReader } from '@anima/face/expressions';

/** Words of what is said, lit when they are heard. */
export interface Captions {
  readonly element: HTMLElement;
  /** Words that will be heard, of all the `text` so far. */
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
    page.until = pageEnd(said.text, from);
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
      // Spaces where marks stand: the browser shows one of them.
      known.set(utterance, { text: createMarkReader().push(text).text, words: [...said.words, ...words] });
      // Of those that break off nobody says that they have ended.
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

function wordOf(text: string, isLit: boolean): HTMLElement {
  const word = document.createElement('span');
  word.className = isLit ? 'word lit' : 'word';
  word.setAttribute('part', isLit ? 'word lit' : 'word');
  word.textContent = text;
  return word;
}
