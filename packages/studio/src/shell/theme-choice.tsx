import { useState } from 'react';
import { loadTheme, saveTheme, type Theme } from './stored-theme.js';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function ThemeChoice() {
  const [theme, setTheme] = useState(loadTheme);
  const choose = () => {
    saveTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <button type="button" className="quiet theme" onClick={choose}>
      Theme: {theme}
    </button>
  );
}
