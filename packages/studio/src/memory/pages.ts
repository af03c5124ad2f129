import type { Page } from '../shell/page.js';
import { AuditPage } from './audit-page.js';
import { CachePage } from './cache-page.js';
import { ComparePage } from './compare-page.js';
import { EventsPage } from './events-page.js';
import { ImportPage } from './import-page.js';
import { MemoryPage } from './memory-page.js';
import { ProjectPage } from './project-page.js';
import { ProjectsPage } from './projects-page.js';
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
  {
    path: '/audit',
    name: 'Audit',
    shortcut: 'a',
    icon: 'M4 10.5 8 14.5 16 5.5',
    component: AuditPage,
  },
  {
    path: '/projects',
    name: 'Projects',
    shortcut: 'p',
    icon: 'M3 6h5l2 2h7v8H3z',
    component: ProjectsPage,
  },
  { path: '/projects/:name', component: ProjectPage },
  { path: '/events', name: 'Events', shortcut: 'e', icon: 'M3 10h3l2-5 4 10 2-5h3', component: EventsPage },
  {
    path: '/import',
    name: 'Import',
    shortcut: 'i',
    icon: 'M10 3v9M6 8.5 10 12.5 14 8.5M4 16.5h12',
    component: ImportPage,
  },
  { path: '/cache', name: 'Cache', shortcut: 'c', icon: 'M4 6h12M4 10h12M4 14h8', component: CachePage },
];
