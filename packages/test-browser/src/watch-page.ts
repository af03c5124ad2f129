import type { Page } from 'playwright-core';

/** What a page did that nobody asked for. */
export interface PageWatch {
  /** URLs asked for outside of the machine. */
  outside: string[];
  /** Errors of scripts, and what the page said on its console as an error. */
  errors: string[];
}

/** From now on. Nothing leaves the machine: such a request is refused, and told. */
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
