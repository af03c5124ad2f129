import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../parts/dialog.js';
import type { Page } from './page.js';

/** Shortcuts: `g` and a letter opens a page, `/` focuses the search field, `?` lists the shortcuts. */
export function KeyboardShortcuts({ pages }: { pages: Page[] }) {
  const [, go] = useLocation();
  const [isShown, setShown] = useState(false);
  // Findings and a search field exist in the studio of memories only.
  const hasAudits = pages.some(({ path }) => path === '/audit');
  useEffect(() => {
    let isGoing = false;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const wasGoing = isGoing;
      isGoing = event.key === 'g' && !wasGoing;
      if (wasGoing) {
        const page = pages.find(({ shortcut }) => shortcut === event.key);
        if (page === undefined) return;
        // The focused element must not handle the letter.
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
        Keyboard shortcuts <kbd>?</kbd>
      </button>
      <Dialog title="Keyboard shortcuts" isOpen={isShown} onClose={() => setShown(false)}>
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
          {hasAudits && (
            <>
              <div>
                <dt>
                  <kbd>j</kbd> <kbd>k</kbd>
                </dt>
                <dd>Next finding, previous finding</dd>
              </div>
              <div>
                <dt>
                  <kbd>/</kbd>
                </dt>
                <dd>Search</dd>
              </div>
            </>
          )}
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
