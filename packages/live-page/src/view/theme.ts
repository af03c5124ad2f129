import { keepTheme, keptTheme, showTheme, type Theme } from '@anima/studio/kept-theme';
import { byId } from './element.js';

/** Shows the theme that was chosen before, that of the system where none was, and lets it be chosen. */
export function offerThemes(): void {
  const choice = byId<HTMLSelectElement>('theme');
  choice.value = keptTheme();
  choice.addEventListener('change', () => keepTheme(choice.value as Theme));
  showTheme();
}
