/** The theme that a person chose on any page of this origin; that of the system where none was chosen. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'anima-theme';

export function keptTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function keepTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  showTheme();
}

/** The colours follow by themselves (tokens.css). */
export function showTheme(): void {
  const theme = keptTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
