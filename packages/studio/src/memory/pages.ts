import type { Page } from '../shell/page.js';
import { ComparePage } from './compare-page.js';
import { MemoryPage } from './memory-page.js';
import { SearchPage } from './search-page.js';

/** The pages of the memory service, in the order of the navigation. */
export const memoryPages: Page[] = [
  {
    path: '/',
    name: 'Memories',
    shortcut: 'm',
    icon: 'M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5 17 17',
    component: SearchPage,
  },
  { path: '/memories/:id', component: MemoryPage },
  { path: '/compare/:one/:other', component: ComparePage },
];
