import { startBuilt } from '@anima/service/testing';
import { drawSeldom, openBrowser, type PageWatch, watchPage } from '@anima/test-browser';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>;
export type Theme = 'light' | 'dark';

/** A built service that requires a token, and its studio in a browser with the token. */
export interface StudioPages {
  url: string;
  dataDir: string;
  token: string;
  /**
   * Opens the page at `#path`, wide or as on a phone. `asked`: without the token. `follows`: after the page has opened the event
   * stream, which does not repeat earlier events.
   */
  open(
    path: string,
    options?: { theme?: Theme; width?: number; asked?: boolean; follows?: boolean },
  ): Promise<{ page: Page; watch: PageWatch }>;
  close(): Promise<void>;
}

const TOKEN = 'of-the-tests-of-the-studio';

export async function startStudio(name: 'memory' | 'avatar'): Promise<StudioPages> {
  const service = await startBuilt(name, { MEMORY_API_TOKEN: TOKEN, AVATAR_SERVICE_TOKEN: TOKEN });
  const browser = await openBrowser({ gesture: true });
  return {
    ...{ url: service.url, dataDir: service.dataDir, token: TOKEN },
    async open(path, { theme = 'light', width = 1280, asked = false, follows = false } = {}) {
      const page = await browser.newPage({
        viewport: { width, height: 820 },
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      const watch = await watchPage(page);
      await drawSeldom(page);
      if (!asked) await page.addInitScript((token) => sessionStorage.setItem('anima-token', token), TOKEN);
      const opened = page.goto(`${service.url}/studio#${path}`);
      if (follows) await page.waitForResponse(`${service.url}/api/v1/events`);
      await opened;
      return { page, watch };
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}
