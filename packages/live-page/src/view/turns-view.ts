import type { Turn } from '../conversation/turn.js';
import { byId, made } from './element.js';

export interface TurnsView {
  show(turn: Turn, saidEnd?: number): void;
  clear(): void;
}

const WHO = { user: 'You', assistant: 'Said' } as const;
const MOST_TURNS = 200;

/** What was said, in the order in which it was; what of it was not heard is told apart. */
export function createTurnsView(listId: string): TurnsView {
  const list = byId(listId);
  const scroll = byId('said');
  // What scrolls is scrolled by keys, too.
  scroll.tabIndex = 0;
  const items = new Map<string, { item: HTMLLIElement; saidEnd: number | null }>();

  function itemOf(turn: Turn) {
    const known = items.get(turn.id);
    if (known !== undefined) return known;
    const item = made('li');
    const added = { item, saidEnd: null };
    items.set(turn.id, added);
    list.append(item);
    if (items.size > MOST_TURNS) {
      const [[oldest, { item: gone }]] = items as unknown as [[string, { item: HTMLLIElement }]];
      items.delete(oldest);
      gone.remove();
    }
    return added;
  }

  return {
    show(turn, saidEnd) {
      const shown = itemOf(turn);
      shown.saidEnd = saidEnd ?? shown.saidEnd;
      const isAtEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60;
      const { item } = shown;
      item.className = `turn ${turn.role} ${turn.state}`;
      item.setAttribute('aria-busy', String(turn.state === 'coming'));
      const heardEnd =
        turn.heardEnd ??
        (turn.state === 'coming' && turn.role === 'assistant' ? (shown.saidEnd ?? 0) : turn.text.length);
      const words = made('span', { className: 'words' });
      words.append(turn.text.slice(0, heardEnd));
      if (heardEnd < turn.text.length) {
        // What is only shown is told to those who do not see it.
        if (turn.state === 'interrupted')
          words.append(made('span', { className: 'unseen', text: ' (not heard:) ' }));
        words.append(made('span', { className: 'unheard', text: turn.text.slice(heardEnd) }));
      }
      item.replaceChildren(made('span', { className: 'who', text: WHO[turn.role] }), words);
      if (turn.note !== null) item.append(made('span', { className: 'note', text: turn.note }));
      if (isAtEnd) scroll.scrollTop = scroll.scrollHeight;
    },
    clear() {
      items.clear();
      list.replaceChildren();
    },
  };
}
