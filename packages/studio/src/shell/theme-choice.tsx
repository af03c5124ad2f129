import type { Theme } from './kept-theme.js';
import { useTheme } from './theme.js';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const SAID: Record<Theme, string> = { system: 'system', light: 'light', dark: 'dark' };

export function ThemeChoice() {
  const [theme, choose] = useTheme();
  return (
    <button type="button" className="quiet theme" onClick={() => choose(NEXT[theme])}>
      Theme: {SAID[theme]}
    </button>
  );
}
