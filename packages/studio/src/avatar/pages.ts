import type { Page } from '../shell/page.js';
import { BackupsPage } from './backups-page.js';
import { CatalogPage } from './catalog-page.js';
import { QueuePage } from './queue-page.js';
import { RenderPage } from './render-page.js';
import { ScriptPage } from './script-page.js';
import { SettingsPage } from './settings-page.js';
import { SpeakPage } from './speak-page.js';

/** The pages of the avatar service, in the order of the navigation. */
export const avatarPages: Page[] = [
  {
    path: '/',
    name: 'Speak',
    shortcut: 's',
    icon: 'M3 4h14v9H9l-4 4v-4H3z',
    component: SpeakPage,
  },
  {
    path: '/render',
    name: 'Clip',
    shortcut: 'r',
    icon: 'M3 5h9v10H3zM12 9l5-3v8l-5-3',
    component: RenderPage,
  },
  {
    path: '/script',
    name: 'Script',
    shortcut: 't',
    icon: 'M5 3h10v14H5zM8 7h4M8 10h4M8 13h3',
    component: ScriptPage,
  },
  { path: '/queue', name: 'Queue', shortcut: 'q', icon: 'M4 5h12M4 10h12M4 15h7', component: QueuePage },
  {
    path: '/catalog',
    name: 'Catalog',
    shortcut: 'c',
    icon: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
    component: CatalogPage,
  },
  {
    path: '/settings',
    name: 'Settings',
    shortcut: 'e',
    icon: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 6m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 14m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
    component: SettingsPage,
  },
  {
    path: '/backups',
    name: 'Backups',
    shortcut: 'b',
    icon: 'M3 6h14v3H3zM4 9v8h12V9M8 12h4',
    component: BackupsPage,
  },
];
