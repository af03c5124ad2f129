import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { spawnService } from '@anima/memory/dist/testing/child-service.js';

/** The memory service in its own process, with a pool of keep-alive connections as in a real client. */
export interface ServiceUnderTest {
  url: string;
  pid: number;
  /** Time from spawn to the first recall response, in ms. */
  startMs: number;
  post<T>(path: string, body: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
  /** Returns the resident memory of the process in MiB (Linux), or NaN on other systems. */
  residentMiB(): number;
  stop(): Promise<void>;
}

export async function startService(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServiceUnderTest> {
  const started = performance.now();
  const child = await spawnService({ MEMORY_DATA_DIR: dataDir, ...env });
  const { url } = child;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = <T>(method: string, path: string, body?: unknown) =>
    new Promise<T>((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const call = request(
        url + path,
        {
          method,
          agent,
          ...(payload === undefined
            ? {}
            : {
                headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
              }),
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => {
            if (response.statusCode! < 300) resolve(JSON.parse(text) as T);
            else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
          });
        },
      );
      call.on('error', reject);
      call.end(payload);
    });
  await send('POST', '/api/v1/recall', { query: 'a first question', limit: 10 });
  const startMs = performance.now() - started;
  return {
    url,
    pid: child.pid,
    startMs,
    post: (path, body) => send('POST', path, body),
    get: (path) => send('GET', path),
    residentMiB: () => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
      } catch {
        return Number.NaN;
      }
    },
    stop: async () => {
      agent.destroy();
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
