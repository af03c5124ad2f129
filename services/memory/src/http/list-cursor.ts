import { AppError } from '@anima/service/errors';
import { Nullable } from '@anima/service/schema';
import Type from 'typebox';

const DESCRIPTION =
  'The next_cursor of the previous response: continues the list with the same query and filter. Not together with page';

export const Cursor = Type.String({ minLength: 1, maxLength: 256, description: DESCRIPTION });

export const NextCursor = Nullable(
  Type.String({
    description: 'Continues the list without repeating or skipping memories during writes; null at its end',
  }),
);

/** Encodes a cursor that is opaque to callers: integers and short texts, in base64url. */
export function encodeCursor(parts: readonly (number | string)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Reads a cursor whose parts have these types; throws `validation_failed` for any other text. */
export function decodeCursor<const Types extends readonly ('number' | 'string')[]>(
  cursor: string,
  types: Types,
): { [Index in keyof Types]: Types[Index] extends 'number' ? number : string } {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
  const fits =
    Array.isArray(parts) &&
    parts.length === types.length &&
    parts.every(
      (part, at) => typeof part === types[at] && (types[at] !== 'number' || Number.isSafeInteger(part)),
    );
  if (!fits) throw invalidCursor();
  return parts as never;
}

/** Rejects a request with both a page number and a cursor. */
export function refusePageWithCursor(page: number | undefined, cursor: string | undefined): void {
  if (page !== undefined && cursor !== undefined)
    throw new AppError('validation_failed', 'Expected page or cursor, received both');
}

function invalidCursor(): AppError {
  return new AppError(
    'validation_failed',
    'Expected cursor to be the next_cursor of a list, received another text',
  );
}
