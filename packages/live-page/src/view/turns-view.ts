import { shownMarkdown } from '../conversation/shown-markdown.js';
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
}

const WHO = { user: 'You', assistant: 'Said' } as const;
const MOST_TURNS = 200;
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
    const shown = { turn, item: made('li'), heardEnd: 0 };
    items.set(turn.id, shown);
    list.append(shown.item);
    const [oldest] = items.values();
    if (items.size > MOST_TURNS && oldest !== undefined) {
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

function draw({ turn, item, heardEnd }: Shown): void {
  const isComing = turn.state === 'coming';
  item.className = `turn ${turn.role} ${turn.state}`;
  item.setAttribute('aria-busy', String(isComing));
  const end = turn.heardEnd ?? (isComing ? heardEnd : turn.text.length);
  const words = made('div', { className: 'words' });
  for (const part of partsOf(turn)) {
    const heard = part.text.slice(0, Math.max(0, end - part.sourceStart));
    const rest = part.text.slice(heard.length);
    const last = words.lastChild;
    const code = last instanceof HTMLElement && last.matches('code') ? last : made('code');
    const into = part.isCode ? code : words;
    if (part.isCode) words.append(code);
    into.append(heard);
    if (rest !== '') into.append(made('span', { className: 'unheard', text: rest }));
  }
  item.replaceChildren(made('span', { className: 'who', text: WHO[turn.role] }), words);
  if (turn.state === 'interrupted')
    item.append(made('span', { className: 'note', text: 'Interrupted: what is struck out was not heard.' }));
  if (turn.note !== null) item.append(made('span', { className: 'note', text: turn.note }));
}

function partsOf({ role, text }: Turn) {
  return role === 'assistant' ? shownMarkdown(text) : [{ text, sourceStart: 0, isCode: false }];
}
