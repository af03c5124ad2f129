import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { ServiceApp } from './service-app.js';

export interface WebFilesOptions {
  /** URL of the files, such as `/studio`. `index.html` is served at this URL only. */
  url: string;
  /** Folder of the output of a bundler; read once. */
  folder: string;
  /** Content-Security-Policy of its pages. Default: no inline code runs, and no other page may frame them. */
  policy?: string;
  /** Skips the page: another route sends it with `sendPage`. */
  withoutPage?: boolean;
}

export interface WebFiles {
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

interface WebFile {
  type: string;
  content: Buffer;
  etag: string;
  headers: Record<string, string>;
}

/** Policy of a page that loads only its own files. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = 'index.html';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
// With a digest in its name, as bundlers write them below assets/: it never becomes another file.
const FOREVER = 'public, max-age=31536000, immutable';
const ASK = 'no-cache';

/**
 * Serves the files of pages without a token, since they contain no user data. Each has its own route, so no
 * path of a request reaches the disk.
 */
export function serveWebFiles(app: ServiceApp, options: WebFilesOptions): WebFiles {
  const { url, withoutPage = false } = options;
  const files = readFiles(options);
  for (const [name, file] of files) {
    const isPage = name === PAGE;
    if (isPage && withoutPage) continue;
    app.get(
      isPage ? url : `${url}/${name}`,
      { config: { public: true, page: file.type === TYPES['.html']! }, schema: { hide: true } },
      async (request, reply) => send(file, request, reply),
    );
  }
  return {
    sendPage: (request, reply) => {
      const page = files.get(PAGE);
      if (page === undefined) throw new AppError('internal', `Expected ${PAGE} in ${options.folder}`);
      return send(page, request, reply);
    },
  };
}

function readFiles({ folder, policy = PAGE_POLICY }: WebFilesOptions): Map<string, WebFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(folder, path).split(sep).join('/');
      const type = TYPES[extname(name)];
      if (type === undefined) throw new AppError('internal', `Expected a file for pages, received ${path}`);
      const content = readFileSync(path);
      const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
      const headers = {
        'cache-control': /(?:^|\/)assets\//.test(name) ? FOREVER : ASK,
        ...(type === TYPES['.html']
          ? { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }
          : {}),
      };
      return [name, { type, content, etag, headers }];
    }),
  );
}

function send(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ ...file.headers, etag: file.etag });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  return reply.type(file.type).send(file.content);
}
