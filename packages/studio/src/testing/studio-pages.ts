import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProgram } from '@anima/service/testing';
import { openBrowser, type PageWatch, watchPage } from '@anima/test-browser';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>;
export type Theme = 'light' | 'dark';

/** A built service that asks for a token, and its studio in a browser that has it. */
export interface StudioPages {
  url: string;
  dataDir: string;
  token: string;
  /** The page at `#path`, wide or as a phone is; `asked`: nobody gave the token yet. */
  open(
    path: string,
    options?: { theme?: Theme; width?: number; asked?: boolean },
  ): Promise<{ page: Page; watch: PageWatch }>;
  close(): Promise<void>;
}

const TOKEN = 'of-the-tests-of-the-studio';

export async function startStudio(name: 'memory' | 'avatar'): Promise<StudioPages> {
  const dataDir = mkdtempSync(join(tmpdir(), `anima-studio-${name}-`));
  const service = await spawnProgram(createRequire(import.meta.url).resolve(`@anima/${name}`), {
    ...{ MEMORY_PORT: '0', PORT: '0', MEMORY_DATA_DIR: dataDir, AVATAR_DATA_DIR: dataDir },
    ...{ MEMORY_USER_HOME: dataDir, MEMORY_API_TOKEN: TOKEN, AVATAR_SERVICE_TOKEN: TOKEN },
  });
  const browser = await openBrowser({ gesture: true });
  return {
    ...{ url: service.url, dataDir, token: TOKEN },
    async open(path, { theme = 'light', width = 1280, asked = false } = {}) {
      const page = await browser.newPage({ viewport: { width, height: 820 }, colorScheme: theme });
      const watch = await watchPage(page);
      if (!asked) await page.addInitScript((token) => sessionStorage.setItem('anima-token', token), TOKEN);
      await page.goto(`${service.url}/studio#${path}`);
      return { page, watch };
    },
    async close() {
      await browser.close();
      service.kill('SIGTERM');
      await service.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
