import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsPage } from './settings-page.mjs';

it('docs/settings.md matches the settings of the services (update: node scripts/settings-page.mjs)', () => {
  const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toBe(settingsPage());
});
