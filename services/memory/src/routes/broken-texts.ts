import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { brokenTexts } from '../domain/text/broken-texts.js';

/**
 * Refuses texts with half of a surrogate pair wherever they stand in a body, names and tags included: SQLite would keep another
 * text than the index has, and no archive could hold it. In UTF-8 they can only come as escapes of JSON. Tools answer for
 * their own arguments, see mcp/tool-schema.ts.
 */
export function refuseBrokenTexts(app: ServiceApp): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (routeOptions.url === '/mcp') return;
    const errors = brokenTexts(body);
    if (errors.length > 0) throw new AppError('validation_failed', errors[0]!.message, { errors });
  });
}
