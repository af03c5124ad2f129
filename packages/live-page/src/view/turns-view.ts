import { createShownMarkdown, type ShownPart } from '../conversation/shown-markdown.js';
import type { Turn } from '../conversation/turn.js';
import { byId, made } from './element.js';

export interface TurnsView {
  /** As it is now, and as far as it has been heard. Drawn with the next picture, however often it changes before. */
  show(turn: Turn, heardEnd?: number): void;
  clear(): void;
}

interface Shown {
  turn: Turn;
  item: HTMLLIElement;
  heardEnd: number;
  partsOf: (text: string) => ShownPart[];
  words: HTMLElement;
  drawn: DrawnPart[];
}

interface DrawnPart {
  part: ShownPart;
  /** Characters of it. */
  heard: number;
  place: HTMLElement;
}

const WHO = { user: 'You', assistant: 'Said' } as const;
const MAX_TURNS = 200;
/** Who has scrolled back further than this is left there. */
const AT_END_PX = 60;

/** What was said, in the order in which it was; what of it was not heard is told apart. */
export function createTurnsView(listId: string): TurnsView {
  const list = byId(listId);
  const scroll = byId('said');
  // What scrolls is scrolled by keys, too.
  scroll.tabIndex = 0;
  const items = new Map<string, Shown>();
  const changed = new Set<Shown>();

  function shownOf(turn: Turn): Shown {
    const known = items.get(turn.id);
    if (known !== undefined) return known;
    const shown = newlyShown(turn);
    items.set(turn.id, shown);
    list.append(shown.item);
    const [oldest] = items.values();
    if (items.size > MAX_TURNS && oldest !== undefined) {
      items.delete(oldest.turn.id);
      oldest.item.remove();
    }
    return shown;
  }

  function drawChanged(): void {
    const isAtEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < AT_END_PX;
    for (const shown of changed) draw(shown);
    changed.clear();
    if (isAtEnd) scroll.scrollTop = scroll.scrollHeight;
  }

  return {
    show(turn, heardEnd) {
      const shown = shownOf(turn);
      shown.heardEnd = heardEnd ?? shown.heardEnd;
      if (changed.size === 0) requestAnimationFrame(drawChanged);
      changed.add(shown);
    },
    clear() {
      items.clear();
      changed.clear();
      list.replaceChildren();
    },
  };
}

function newlyShown(turn: Turn): Shown {
  const plain = (text: string) => [{ text, sourceStart: 0, isCode: false }];
  return {
    ...{ turn, item: made('li'), heardEnd: 0, words: made('div', { className: 'words' }), drawn: [] },
    partsOf: turn.role === 'assistant' ? createShownMarkdown() : plain,
  };
}

function draw(shown: Shown): void {
  const { turn, item, words, heardEnd } = shown;
  const isComing = turn.state === 'coming';
  item.className = `turn ${turn.role} ${turn.state}`;
  item.setAttribute('aria-busy', String(isComing));
  drawWords(shown, turn.heardEnd ?? (isComing ? heardEnd : turn.text.length));
  if (words.parentElement === null)
    item.append(made('span', { className: 'who', text: WHO[turn.role] }), words);
  for (const note of item.querySelectorAll('.note')) note.remove();
  if (turn.state === 'interrupted')
    item.append(made('span', { className: 'note', text: 'Interrupted: what is struck out was not heard.' }));
  if (turn.note !== null) item.append(made('span', { className: 'note', text: turn.note }));
}

/** Only what differs from what stands there: the block that grows, and the words that have just been heard. */
function drawWords({ turn, words, drawn, partsOf }: Shown, heardEnd: number): void {
  const parts = partsOf(turn.text);
  const same = drawn.findIndex(({ part }, at) => part.isCode !== parts[at]?.isCode);
  for (const { place } of same < 0 ? [] : drawn.splice(same)) removeFrom(words, place);
  for (const [at, part] of parts.entries()) {
    const heard = Math.min(part.text.length, Math.max(0, heardEnd - part.sourceStart));
    const known = drawn[at];
    if (known?.part === part && known.heard === heard) continue;
    const place = known?.place ?? placeOf(part, words, drawn.at(-1));
    const rest = part.text.slice(heard);
    place.replaceChildren(part.text.slice(0, heard));
    if (rest !== '') place.append(made('span', { className: 'unheard', text: rest }));
    drawn[at] = { part, heard, place };
  }
}

/** Lines of code that follow one another stand in one block. */
function placeOf({ isCode }: ShownPart, words: HTMLElement, before: DrawnPart | undefined): HTMLElement {
  const place = made('span');
  if (!isCode) words.append(place);
  else if (before?.part.isCode) before.place.after(place);
  else {
    const code = made('code');
    code.append(place);
    words.append(code);
  }
  return place;
}

function removeFrom(words: HTMLElement, place: HTMLElement): void {
  const block = place.parentElement!;
  place.remove();
  if (block !== words && block.childElementCount === 0) block.remove();
}
