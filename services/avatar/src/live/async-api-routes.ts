import type { ServiceApp } from '@anima/service/http';
import type { TSchema } from 'typebox';
import { clientMessages, serverMessages } from './live-messages.js';

/**
 * Registers `/asyncapi.json`: the messages of a live session, generated from the schemas that validate them.
 */
export function asyncApiRoutes(app: ServiceApp, { version }: { version: string }): void {
  const document = asyncApiDocument(version);
  app.get(
    '/asyncapi.json',
    {
      schema: {
        operationId: 'getAsyncApi',
        summary: 'The messages of GET /live, as an AsyncAPI document',
        tags: ['service'],
        response: { 200: { type: 'object', additionalProperties: true } },
      },
    },
    async () => document,
  );
}

const BINARY = {
  name: 'binary',
  title: 'Sound or motion',
  contentType: 'application/octet-stream',
  description:
    'Little-endian. A header of 16 bytes: kind (u8: 1 sound, 2 motion), 1 in the last frame of its kind in the utterance (u8), number of the ' +
    'utterance (u16), generation (u32), first sample or first frame of the utterance (u64). Then int16 mono, or float32, frame after frame, in ' +
    'the order of `motion.shapes`. Frame i of motion belongs to sample i * sample_rate / fps. Angles of the head are radians; positive yaw and ' +
    'roll go to the viewer’s right, positive pitch nods down; headX, headY and headZ are shares of the head’s height.',
  payload: { type: 'string', format: 'binary' },
} as const;

function asyncApiDocument(version: string): Record<string, unknown> {
  const sent = Object.keys(clientMessages);
  const message = [...Object.keys(serverMessages), 'binary'];
  const refs = (names: readonly string[], prefix: string) =>
    names.map((name) => ({ $ref: `#/channels/live/messages/${prefix}${name}` }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Anima avatar: live speech',
      version,
      description:
        'The client sends text while it is written, and receives audio, words and the motion of a face.',
    },
    defaultContentType: 'application/json',
    channels: {
      live: {
        address: '/live',
        description: 'A WebSocket with the subprotocol anima.live.1. A session lives as long as its socket.',
        messages: {
          ...messagesOf(clientMessages, 'client.'),
          ...messagesOf(serverMessages, 'server.'),
          'server.binary': BINARY,
        },
        bindings: {
          ws: { method: 'GET', query: { type: 'object', properties: { ticket: { type: 'string' } } } },
        },
      },
    },
    operations: {
      say: { action: 'receive', channel: { $ref: '#/channels/live' }, messages: refs(sent, 'client.') },
      hear: { action: 'send', channel: { $ref: '#/channels/live' }, messages: refs(message, 'server.') },
    },
  };
}

function messagesOf(schemas: Readonly<Record<string, TSchema>>, prefix: string): Record<string, object> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      prefix + name,
      { name, payload: JSON.parse(JSON.stringify(schema)) as object },
    ]),
  );
}
