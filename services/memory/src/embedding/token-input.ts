import Type, { type Static } from 'typebox';

/** Tokens of cl100k_base, the encoding of OpenAI's embedding models. LangChain sends them instead of texts. */
const TOKENS = 100_256;
const MAX_TOKENS = 8_192;

/** A text as tokens, at most as many as OpenAI's models accept. */
export const Tokens = Type.Array(Type.Integer({ minimum: 0, maximum: TOKENS - 1 }), {
  minItems: 1,
  maxItems: MAX_TOKENS,
  description: 'Tokens of the encoding cl100k_base',
});

/** Returns the texts of tokens. Bytes that are not UTF-8 become replacement characters. */
export async function decodeTokens(texts: readonly Static<typeof Tokens>[]): Promise<string[]> {
  // The table of tokens occupies some 20 MB, so it is loaded for the first request that contains tokens.
  opened ??= openDecoder();
  const decoder = await opened;
  return texts.map((tokens) => decoder.decode(tokens));
}

let opened: ReturnType<typeof openDecoder> | null = null;

async function openDecoder() {
  const [{ Tiktoken }, ranks] = await Promise.all([
    import('js-tiktoken/lite'),
    import('js-tiktoken/ranks/cl100k_base'),
  ]);
  return new Tiktoken(ranks.default);
}
