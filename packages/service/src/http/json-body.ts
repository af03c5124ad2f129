import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { ServiceApp } from './service-app.js';

const JSON_ONLY = ['application/json'];
// Code that walks a value recurses; nothing a caller means is nested deeper than this.
const MAX_DEPTH = 100;
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Reads bodies as strict JSON in UTF-8, and holds every route to the content types it declares. */
export function acceptJsonBodies(app: ServiceApp): void {
  app.removeAllContentTypeParsers();
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decodeUtf8(bytes as Buffer);
      assertShallow(text);
    } catch (error) {
      return done(error as AppError);
    }
    parseSafely(request, text, (error, body) => done(error === null ? null : jsonError(text), body));
  });
  app.addHook('onRequest', async (request) => checkContentType(request));
  app.addHook('preValidation', async (request) => checkBodyPresence(request));
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('malformed_json', 'Expected a body in UTF-8, received bytes that are not', { cause });
  }
}

/** Counts brackets outside strings, before anything parses them. */
function assertShallow(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > MAX_DEPTH) {
      throw new AppError('malformed_json', `Expected a JSON body nested at most ${MAX_DEPTH} levels deep`);
    }
  }
}

/** Returns the position of the JSON error without a quotation, unlike the message of the engine. */
function jsonError(text: string): AppError {
  try {
    JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    const place = position === undefined ? '' : `; it breaks at character ${position}`;
    return new AppError('malformed_json', `Expected a JSON body${place}`);
  }
  return new AppError(
    'malformed_json',
    'Expected a JSON body without the keys __proto__ and constructor.prototype',
  );
}

function checkContentType(request: FastifyRequest): void {
  if (request.is404 || !BODY_METHODS.has(request.method)) return;
  const { config, schema } = request.routeOptions;
  const needsBody = schema?.body !== undefined && config.bodyOptional !== true;
  if (!hasBody(request) && !needsBody) return;
  const allowed = config.contentTypes ?? JSON_ONLY;
  if (allowed.includes('*')) return;
  const header = request.headers['content-type'];
  const [mediaType, ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (mediaType === undefined || !allowed.includes(mediaType)) {
    throw unsupported(
      `Expected a body of content type ${allowed.join(' or ')}, received ${header ? 'another' : 'none'}`,
    );
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !['utf-8', 'utf8'].includes(charset.replaceAll('"', ''))) {
    throw unsupported('Expected charset utf-8 for the body, received another');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupported('Expected a body without Content-Encoding, received a compressed one');
  }
}

function checkBodyPresence(request: FastifyRequest): void {
  const { config, schema } = request.routeOptions;
  const acceptsJson = config.contentTypes === undefined || config.contentTypes.includes('application/json');
  if (!acceptsJson) return;
  if (schema?.body === undefined) {
    if (request.body === undefined || request.body === null || isEmptyObject(request.body)) return;
    throw new AppError('validation_failed', 'Expected no body here, received one', {
      errors: [{ path: '', message: 'Expected no body here, received one' }],
    });
  }
  if (request.body !== undefined) return;
  if (config.bodyOptional === true) {
    request.body = {};
    return;
  }
  if (hasBody(request) && config.contentTypes !== undefined) return;
  throw new AppError('validation_failed', 'Expected a JSON body, received none', {
    errors: [{ path: '', message: 'Expected a JSON body, received none' }],
  });
}

function hasBody(request: FastifyRequest): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value as object).length === 0;
}

function unsupported(message: string): AppError {
  return new AppError('unsupported_media_type', message);
}
