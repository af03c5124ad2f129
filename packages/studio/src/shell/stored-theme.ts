/** The theme that the user chose on any page of this origin; default: the theme of the system. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'anima-theme';

export function loadTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function saveTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  showTheme();
}

/** Applies the stored theme to the document; tokens.css has its colours. */
export function showTheme(): void {
  const theme = loadTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
