import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface Balanced {
  url: string;
  close(): Promise<void>;
}

/**
 * For tests: a load balancer for services of this machine. Each request goes to the next service, so that no
 * caller can rely on the same process. Passes bodies and responses through. Closes the services at its end.
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
    // The service ended, or rejected the request before its body was complete.
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
