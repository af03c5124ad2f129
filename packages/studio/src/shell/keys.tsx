import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../parts/dialog.js';
import type { Page } from './page.js';

/** `g` and a letter leads to a page, `/` to the field of search, `?` shows this list. */
export function KeyboardShortcuts({ pages }: { pages: Page[] }) {
  const [, go] = useLocation();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let isGoing = false;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const wasGoing = isGoing;
      isGoing = event.key === 'g' && !wasGoing;
      if (wasGoing) {
        const page = pages.find(({ shortcut }) => shortcut === event.key);
        if (page === undefined) return;
        // No letter of what has the focus is meant.
        event.preventDefault();
        go(page.path);
      } else if (event.key === '?') setShown(true);
      else if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('main input[type=search]');
        if (field === null) return;
        event.preventDefault();
        field.focus();
      }
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [pages, go]);
  return (
    <>
      <button type="button" className="quiet keys" onClick={() => setShown(true)}>
        Keys <kbd>?</kbd>
      </button>
      <Dialog title="Keys" isOpen={isShown} onClose={() => setShown(false)}>
        <dl className="key-list">
          {pages
            .filter(({ shortcut }) => shortcut !== undefined)
            .map(({ path, name, shortcut }) => (
              <div key={path}>
                <dt>
                  <kbd>g</kbd> <kbd>{shortcut}</kbd>
                </dt>
                <dd>{name}</dd>
              </div>
            ))}
          <div>
            <dt>
              <kbd>j</kbd> <kbd>k</kbd>
            </dt>
            <dd>The next finding, the one before</dd>
          </div>
          <div>
            <dt>
              <kbd>/</kbd>
            </dt>
            <dd>Search</dd>
          </div>
        </dl>
      </Dialog>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
