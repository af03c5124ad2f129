import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface Balanced {
  url: string;
  close(): Promise<void>;
}

/**
 * For tests: a balancer before services of this machine. Each request goes to the next of them, whoever asks, so that nothing may stand
 * on being answered by the same process twice. Bodies and answers are passed through as they come. The services end with it.
 */
export async function startRoundRobin(services: readonly Balanced[]): Promise<Balanced> {
  let turn = 0;
  function pass(request: IncomingMessage, response: ServerResponse): void {
    const target = new URL(services[turn++ % services.length]!.url);
    const { method, url, headers } = request;
    const passed = open(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
        response.flushHeaders();
        pipeline(answer, response, () => {});
      },
    );
    // A service that is gone, or refuses before the body has ended, has said so already, or says nothing.
    passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  }
  const server = createServer({ insecureHTTPParser: true }, pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const service of services) await service.close();
    },
  };
}
