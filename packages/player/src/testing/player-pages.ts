import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProgram } from '@anima/service/testing';
import { openBrowser, type PageWatch, watchPage } from '@anima/test-browser';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>;

/** Pages of a stranger, on an origin that the avatar service lets in, with the tickets that it gives them. */
export interface PlayerPages {
  /** Of the service. */
  url: string;
  /** Of the pages. */
  origin: string;
  /**
   * A page with `body`, in which `SERVER` stands for the service and `TICKET` for a ticket; it has been clicked, so that it may play. What
   * `listening.js` makes of it is there.
   */
  open(
    body: string,
    options?: { click?: boolean; origin?: string },
  ): Promise<{ page: Page; watch: PageWatch }>;
  /** Another origin, which the service does not let in. */
  strange: string;
  ticket(): Promise<string>;
  sessions(): Promise<number>;
  /** Kills the service, does `between`, and starts it anew at the same address. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const TOKEN = 'of-the-tests';

export async function startPlayerPages(): Promise<PlayerPages> {
  const bodies = new Map<string, string>();
  const [pages, strangers] = await Promise.all([pageServer(bodies), pageServer(bodies)]);
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-player-'));
  const env = {
    ...{ AVATAR_DATA_DIR: dataDir, AVATAR_SERVICE_TOKEN: TOKEN, AVATAR_TICKET_SECRET: 's'.repeat(32) },
    AVATAR_ALLOWED_ORIGINS: pages.origin,
  };
  const main = createRequire(import.meta.url).resolve('@anima/avatar');
  const start = (port: string) => spawnProgram(main, { ...env, PORT: port });
  let service = await start('0');
  const { url } = service;
  const browser = await openBrowser({ gesture: true });
  const asService = { headers: { authorization: `Bearer ${TOKEN}` } };
  const ticket = async () => {
    const answer = (await (await fetch(`${url}/auth/ticket`, asService)).json()) as { ticket: string };
    return answer.ticket;
  };
  let count = 0;
  return {
    ...{ url, ticket, origin: pages.origin, strange: strangers.origin },
    async open(body, { click = true, origin = pages.origin } = {}) {
      const path = `/${++count}`;
      const text = body.replaceAll('SERVER', url).replaceAll('TICKET', await ticket());
      bodies.set(
        path,
        `<!doctype html><html lang="en"><title>A page</title><main><h1>Hello</h1>${text}</main>`,
      );
      const page = await browser.newPage({ viewport: { width: 480, height: 480 } });
      const watch = await watchPage(page);
      await page.goto(origin + path);
      if (click) await page.mouse.click(5, 5);
      return { page, watch };
    },
    async sessions() {
      const text = await (await fetch(`${url}/metrics`, asService)).text();
      return Number(/^avatar_live_sessions (.*)$/m.exec(text)?.[1]);
    },
    async restart(between = async () => {}) {
      service.kill('SIGKILL');
      await service.exited;
      await between();
      service = await start(new URL(url).port);
    },
    async close() {
      await browser.close();
      service.kill('SIGTERM');
      await service.exited;
      for (const { close } of [pages, strangers]) close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function pageServer(bodies: ReadonlyMap<string, string>) {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(bodies.get(url) ?? '<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
