import type { Page } from 'playwright-core';

/** Unexpected activity of a page. */
export interface PageWatch {
  /** URLs of requests outside of the machine. */
  outside: string[];
  /** Errors of scripts, and console messages of level error. */
  errors: string[];
}

/** Watches a page from now on. Aborts and records requests that leave the machine. */
export async function watchPage(page: Page): Promise<PageWatch> {
  const watch: PageWatch = { outside: [], errors: [] };
  page.on('pageerror', (error) => watch.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') watch.errors.push(message.text());
  });
  await page.route(
    (url) => !isHere(url),
    (route) => {
      watch.outside.push(route.request().url());
      return route.abort();
    },
  );
  return watch;
}

function isHere({ protocol, hostname }: URL): boolean {
  return ['data:', 'blob:', 'about:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname);
}
