import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { brokenTexts } from '../text/broken-texts.js';

/**
 * Rejects texts with half of a surrogate pair anywhere in a body, names and tags included. SQLite would store
 * a different text than the index, and no archive could contain it. In UTF-8 they can only occur as JSON
 * escapes. Tools check their own arguments, see mcp/tool-schema.ts.
 */
export function refuseBrokenTexts(app: ServiceApp): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (routeOptions.url === '/mcp' || Buffer.isBuffer(body)) return;
    const errors = brokenTexts(body);
    if (errors.length > 0) throw new AppError('validation_failed', errors[0]!.message, { errors });
  });
}
