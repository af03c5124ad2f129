import Type from 'typebox';

/** For the document: an answer of bytes, with every media type it can have. */
export function binaryAnswer(description: string, mediaTypes: readonly string[]) {
  const content = { schema: Type.Unsafe<unknown>({}) };
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, content])) };
}
