import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { MaybePromise } from '../maybe-promise.js';
import type { LogStream } from '../processes/log.js';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests, which are where their shape is asserted
  body: any;
}

export interface TestService {
  url: string;
  dataDir: string;
  /** The JSON lines logged so far. */
  log: () => Record<string, unknown>[];
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  request(method: string, path: string, init?: RequestInit): Promise<Answer>;
  /** Stops the service and starts it again on the same data; `between` meddles with that. */
  restart(env?: Record<string, string>, between?: () => MaybePromise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A service as `start` makes it, on an empty data directory that goes with it. */
export async function testService(
  start: (
    dataDir: string,
    logStream: LogStream,
    env: Record<string, string>,
  ) => Promise<{ url: string; close(): Promise<void> }>,
): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-test-'));
  const lines: string[] = [];
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean));
      done();
    },
  });
  const discard = () => rmSync(dataDir, { recursive: true, force: true });
  const begin = async (env: Record<string, string>) => start(dataDir, logStream, env);
  let service = await begin({}).catch((error: unknown) => {
    discard();
    throw error;
  });

  async function request(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(service.url + path, { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
  const send =
    (method: string) =>
    (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(method, path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      });

  return {
    get url() {
      return service.url;
    },
    dataDir,
    log: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: send('POST'),
    patch: send('PATCH'),
    request,
    async restart(extra = {}, between = () => {}) {
      await service.close();
      await between();
      service = await begin(extra);
    },
    async close() {
      await service.close();
      discard();
    },
  };
}
