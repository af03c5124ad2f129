import { useSyncExternalStore } from 'react';
import { keepTheme, keptTheme, type Theme } from './kept-theme.js';

const listeners = new Set<() => void>();

export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, keptTheme);
  return [theme, choose];
}

function choose(theme: Theme): void {
  keepTheme(theme);
  for (const changed of listeners) changed();
}
