import type { Page } from '../shell/page.js';

/** The pages of the avatar service, in the order of the navigation. */
export const avatarPages: Page[] = [];
