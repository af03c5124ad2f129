// The Chromium of this machine, for tests of pages.
export { findFaults } from './accessibility.js';
export { drawSeldom } from './draw-seldom.js';
export { findChromium, openBrowser } from './open-browser.js';
export { type PageWatch, watchPage } from './watch-page.js';
