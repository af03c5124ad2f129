import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBuilt } from '@anima/service/testing';
import { drawSeldom, openBrowser, type PageWatch, watchPage } from '@anima/test-browser';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>;

/** Pages on an origin that the avatar service allows, with tickets that it issued. */
export interface PlayerPages {
  /** Address of the service. */
  url: string;
  /** Origin of the pages. */
  origin: string;
  /**
   * A page with `body`, in which `SERVER` stands for the service and `TICKET` for a ticket; it has been clicked, so that it may play. What
   * `listening.js` makes of it is there.
   */
  open(
    body: string,
    options?: { click?: boolean; origin?: string },
  ): Promise<{ page: Page; watch: PageWatch }>;
  /** An origin that the service does not allow. */
  strange: string;
  ticket(): Promise<string>;
  sessions(): Promise<number>;
  /** Kills the service, runs `between`, and starts it again at the same address. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const TOKEN = 'of-the-tests';

export async function startPlayerPages(): Promise<PlayerPages> {
  const bodies = new Map<string, string>();
  const [pages, strangers] = await Promise.all([pageServer(bodies), pageServer(bodies)]);
  const service = await startBuilt('avatar', {
    ...{ AVATAR_SERVICE_TOKEN: TOKEN, AVATAR_TICKET_SECRET: 's'.repeat(32) },
    AVATAR_ALLOWED_ORIGINS: pages.origin,
  });
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
      await drawSeldom(page);
      await page.goto(origin + path);
      if (click) await page.mouse.click(5, 5);
      return { page, watch };
    },
    async sessions() {
      const text = await (await fetch(`${url}/metrics`, asService)).text();
      return Number(/^avatar_live_sessions (.*)$/m.exec(text)?.[1]);
    },
    restart: service.restart,
    async close() {
      await browser.close();
      await service.close();
      for (const { close } of [pages, strangers]) close();
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
