import { useSyncExternalStore } from 'react';

/** The theme that the user chose on any page of this origin; default: the theme of the system. */
type Theme = 'light' | 'dark' | 'system';

const KEY = 'anima-theme';
const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const listeners = new Set<() => void>();

function loadTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies the stored theme to the document; tokens.css has its colours. */
export function showTheme(): void {
  const theme = loadTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function saveTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  showTheme();
  for (const listener of listeners) listener();
}

export function ThemeChoice() {
  const theme = useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, loadTheme);
  return (
    <button type="button" className="quiet theme" onClick={() => saveTheme(NEXT[theme])}>
      Theme: {theme}
    </button>
  );
}
