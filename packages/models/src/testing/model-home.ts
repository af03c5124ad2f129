import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behaviour of the test host for one path. One-time faults end with the next request. */
export interface ServedFile {
  body: Buffer;
  etag?: string;
  /** Closes the connection once, after this number of bytes of the body, when `until` has resolved. */
  cutOnce?: { after: number; until: () => Promise<unknown> };
  /** Sends nothing after this byte of the body and leaves the connection open. */
  silentAt?: number;
  /** Sends half of the body, and the rest when the promise has resolved. */
  halfUntil?: Promise<void>;
  /** Sends the body in pieces with a pause in ms between them. */
  slowly?: { pieces: number; pauseMs: number };
  ignoresRange?: boolean;
  /** Maximum bytes of the response to a range request, as RFC 9110 allows. */
  maxRangeBytes?: number;
  status?: number;
  location?: string;
  contentType?: string;
  /** Content-Encoding that the body does not have. */
  encoding?: string;
  /** Content-Length in place of the real one; null omits it. */
  claims?: number | null;
}

/** A host of models on this machine. */
export interface ModelHome {
  readonly url: string;
  readonly files: Map<string, ServedFile>;
  /** Requests in order: path, Range, If-Range. */
  readonly requests: { path: string; range: string | undefined; ifRange: string | undefined }[];
  close(): Promise<void>;
}

export async function startModelHome(): Promise<ModelHome> {
  const files = new Map<string, ServedFile>();
  const requests: ModelHome['requests'] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://home').pathname;
    const { range } = request.headers;
    requests.push({ path, range, ifRange: request.headers['if-range'] as string | undefined });
    serve(request, response, files.get(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(request: IncomingMessage, response: ServerResponse, file: ServedFile | undefined): void {
  if (file?.location !== undefined) {
    response.writeHead(file.status ?? 302, { location: file.location }).end('moved');
    return;
  }
  if (file === undefined || file.status !== undefined) {
    response.writeHead(file?.status ?? 404, { 'content-type': 'text/plain' }).end('no');
    return;
  }
  const start = file.ignoresRange ? 0 : rangeStart(request, file);
  const { body, etag } = file;
  if (start > 0 && start >= body.length) {
    response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const end = start > 0 ? Math.min(body.length, start + (file.maxRangeBytes ?? body.length)) : body.length;
  const rest = body.subarray(start, end);
  response.writeHead(start > 0 ? 206 : 200, {
    'content-type': file.contentType ?? 'application/octet-stream',
    ...(file.claims !== null && { 'content-length': file.claims ?? rest.length }),
    ...(file.encoding !== undefined && { 'content-encoding': file.encoding }),
    ...(etag !== undefined && { etag }),
    ...(start > 0 && { 'content-range': `bytes ${start}-${end - 1}/${body.length}` }),
  });
  void send(response, rest, start, file);
}

/** Returns the start of the range, which counts only for the version of If-Range (RFC 9110). */
function rangeStart({ headers }: IncomingMessage, { etag }: ServedFile): number {
  const wanted = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  const ifRange = headers['if-range'];
  if (wanted === undefined || (ifRange !== undefined && ifRange !== etag)) return 0;
  return Number(wanted);
}

async function send(response: ServerResponse, rest: Buffer, start: number, file: ServedFile): Promise<void> {
  if (file.cutOnce !== undefined) {
    const { after, until } = file.cutOnce;
    delete file.cutOnce;
    response.write(rest.subarray(0, after));
    await until();
    response.destroy();
  } else if (file.silentAt !== undefined)
    response.write(rest.subarray(0, Math.max(0, file.silentAt - start)));
  else if (file.halfUntil !== undefined) {
    const half = rest.length >> 1;
    response.write(rest.subarray(0, half));
    await file.halfUntil;
    response.end(rest.subarray(half));
  } else if (file.slowly !== undefined) {
    const size = Math.ceil(rest.length / file.slowly.pieces);
    for (let at = 0; at < rest.length && !response.destroyed; at += size) {
      response.write(rest.subarray(at, at + size));
      await new Promise((resolve) => setTimeout(resolve, file.slowly!.pauseMs));
    }
    response.end();
  } else response.end(rest);
}
