import { AppError } from '@anima/service/errors';

/** Sizes in bytes of UTF-8, set by configuration. */
export interface TextLimits {
  contentBytes: number;
  queryBytes: number;
}

export function requireContent(content: string, { contentBytes }: TextLimits): string {
  return requireStorable('content', requireText('content', content, contentBytes, 'content_too_large'));
}

export function requireQuery(query: string, { queryBytes }: TextLimits): string {
  return requireText('query', query, queryBytes, 'query_too_large');
}

/** Rejects NUL characters: SQLite and PostgreSQL lose the text after them. */
export function requireStorable(field: string, text: string): string {
  if (!text.includes('\0')) return text;
  const message = `Expected well-formed text for ${field}, received a NUL character`;
  throw new AppError('validation_failed', message, { errors: [{ path: field, message }] });
}

function requireText(field: string, text: string, maxBytes: number, code: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes)
    throw new AppError(code, `Expected at most ${maxBytes} bytes for ${field}, received ${bytes}`);
  return text;
}
