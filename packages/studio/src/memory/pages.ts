import type { Page } from '../shell/page.js';

/** The pages of the memory service, in the order of the navigation. */
export const memoryPages: Page[] = [];
