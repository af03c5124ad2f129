import { AppError } from '@anima/service/errors';
import { openAiError, type ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { Text } from '../http/fields.js';
import { requireContent, type TextLimits } from '../http/text-limits.js';
import { embedWithRetry } from './embed-patiently.js';
import { meanDirection } from './question-vectors.js';
import type { TextEmbedder } from './text-embedder.js';
import { decodeTokens, Tokens } from './token-input.js';

const MAX_INPUTS = 256;
/** Limit for all texts of a request: about a minute of one CPU core. */
const MAX_CHARACTERS = 256 * 1024;
/** Number of texts in the queue at a time, so that one request does not fill it. */
const SLICE = 16;

/** Default model names of OpenAI clients; all of them refer to the model of this service. */
const MODEL_ALIASES = new Set(['text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002']);

/** OpenAI-compatible embeddings from the model that is used for recall. */
export function embeddingRoutes(app: ServiceApp, embedder: TextEmbedder, limits: TextLimits): void {
  const { name } = embedder.model;

  app.post(
    '/v1/embeddings',
    {
      config: {
        errors: ['unprocessable', 'content_too_large', 'overloaded'],
        problemExtension: openAiError,
      },
      schema: {
        operationId: 'createEmbeddings',
        summary: 'Create unit vectors of texts, compatible with the OpenAI API',
        description:
          'Returns one vector per text from the model that recall uses (`GET /v1/models` names it). A text longer than a window ' +
          'of the model gets the mean direction of its windows. Texts are not stored. Tokens of cl100k_base are decoded. At most ' +
          `${MAX_INPUTS} texts of ${MAX_CHARACTERS} characters in total. Queries and new memories have priority.`,
        tags: ['embeddings'],
        body: strictObject({
          model: Type.String({ minLength: 1, maxLength: 200 }),
          input: Type.Union([
            Text,
            Type.Array(Text, { minItems: 1, maxItems: MAX_INPUTS }),
            Tokens,
            Type.Array(Tokens, { minItems: 1, maxItems: MAX_INPUTS }),
          ]),
          encoding_format: Type.Optional(Type.Union([Type.Literal('float'), Type.Literal('base64')])),
          dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 16_384 })),
          user: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: {
          200: Type.Object({
            object: Type.Literal('list'),
            model: Type.String(),
            data: Type.Array(
              Type.Object({
                object: Type.Literal('embedding'),
                index: Type.Integer(),
                embedding: Type.Union([Type.Array(Type.Number()), Type.String()], {
                  description:
                    'Numbers, or the base64 of 32-bit floats in little endian if `base64` is requested',
                }),
              }),
            ),
            usage: Type.Object(
              { prompt_tokens: Type.Integer(), total_tokens: Type.Integer() },
              {
                description: 'Estimated at four characters per token',
              },
            ),
          }),
        },
      },
    },
    async ({ body, identity }, reply) => {
      if (body.model !== name && !MODEL_ALIASES.has(body.model))
        throw new AppError('unprocessable', `model: expected ${name}, received ${body.model}`);
      if (body.dimensions !== undefined && body.dimensions !== embedder.dimensions)
        throw new AppError(
          'unprocessable',
          `dimensions: expected ${embedder.dimensions}, received ${body.dimensions}`,
        );
      const texts = await textsOf(body.input);
      for (const text of texts) requireContent(text, limits);
      const characters = texts.reduce((sum, text) => sum + text.length, 0);
      if (characters > MAX_CHARACTERS)
        throw new AppError(
          'content_too_large',
          `Expected at most ${MAX_CHARACTERS} characters in all texts of input, received ${characters}: send them in several requests`,
        );
      const signal = leaving(reply);
      const caller = identity.agentId ?? undefined;
      const windows: (readonly Float32Array[])[] = [];
      for (let start = 0; start < texts.length; start += SLICE) {
        const slice = texts.slice(start, start + SLICE);
        const embed = () => embedder.embed(slice, { priority: 'bulk', caller, signal });
        // If the queue is full, the request is rejected before any text is embedded.
        windows.push(
          ...(await (start === 0 ? embed() : embedWithRetry(embed, () => signal.throwIfAborted()))),
        );
      }
      const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
      return {
        object: 'list' as const,
        model: name,
        data: windows.map((vectors, index) => ({
          object: 'embedding' as const,
          index,
          embedding: written(meanDirection(vectors), body.encoding_format ?? 'float'),
        })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
  );

  app.get(
    '/v1/models',
    {
      config: { problemExtension: openAiError },
      schema: {
        operationId: 'listEmbeddingModels',
        summary: 'Get the model of `POST /v1/embeddings`',
        tags: ['embeddings'],
        response: {
          200: Type.Object({
            object: Type.Literal('list'),
            data: Type.Array(
              Type.Object({ id: Type.String(), object: Type.Literal('model'), owned_by: Type.String() }),
            ),
          }),
        },
      },
    },
    async () => ({
      object: 'list' as const,
      data: [{ id: name, object: 'model' as const, owned_by: 'anima' }],
    }),
  );
}

async function textsOf(input: string | string[] | number[] | number[][]): Promise<string[]> {
  if (typeof input === 'string') return [input];
  if (input.every((each) => typeof each === 'string')) return input;
  return decodeTokens(input.every((each) => typeof each === 'number') ? [input] : (input as number[][]));
}

/** Returns a signal that is aborted if the client disconnects before its response. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AppError('request_timeout', 'The client disconnected'));
  });
  return gone.signal;
}

function written(vector: Float32Array, format: 'float' | 'base64'): number[] | string {
  if (format === 'float') return [...vector];
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
