import { byId } from './element.js';

/** The studio keeps the same there. */
const KEY = 'anima-theme';

/** Shows the theme that was chosen before, that of the system where none was, and lets it be chosen. */
export function keepTheme(): void {
  const choice = byId<HTMLSelectElement>('theme');
  const kept = localStorage.getItem(KEY);
  choice.value = kept === 'light' || kept === 'dark' ? kept : 'system';
  const show = () => {
    const { value } = choice;
    if (value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
  };
  choice.addEventListener('change', () => {
    if (choice.value === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice.value);
    show();
  });
  show();
}
