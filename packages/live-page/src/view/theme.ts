import { loadTheme, saveTheme, showTheme, type Theme } from '@anima/studio/stored-theme';
import { byId } from './element.js';

/** Shows the theme that was chosen before, that of the system where none was, and lets it be chosen. */
export function offerThemes(): void {
  const choice = byId<HTMLSelectElement>('theme');
  choice.value = loadTheme();
  choice.addEventListener('change', () => saveTheme(choice.value as Theme));
  showTheme();
}
