import { Readable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import Type from 'typebox';
import { binaryAnswer } from '../http/binary-response.js';
import type { OpenMedia } from './media-store-port.js';
import { evaluateRange } from './range-response.js';

/** Documents the responses of a route that sends files; default media type: any. */
export function fileResponses(mediaTypes: readonly string[] = ['*/*']) {
  return {
    200: binaryAnswer('The file', mediaTypes),
    206: binaryAnswer('The part that Range asked for', mediaTypes),
    304: Type.Null({ description: 'Not changed since' }),
  };
}

/** Of containers whose usual name the library does not know, or knows as something else. */
const contentTypes = new Map([
  ['opus', 'audio/ogg; codecs=opus'],
  ['m4a', 'audio/mp4'],
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['vrm', 'model/gltf-binary'],
  ['srt', 'application/x-subrip; charset=utf-8'],
  ['vtt', 'text/vtt; charset=utf-8'],
  ['vrm', 'model/gltf-binary'],
]);

/** Answers with a file: Range (206, 416), ETag and If-None-Match (304), HEAD, Content-Type by its name. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  media: OpenMedia | null,
): Promise<FastifyReply> {
  if (media === null) throw nothing();
  const part = evaluateRange(request.headers, media);
  const { size, etag, modifiedAt } = media;
  const hasBody = request.method !== 'HEAD' && (part.status === 200 || part.status === 206);
  if (!hasBody) await media.close();
  switch (part.status) {
    case 412:
      throw nothing();
    case 416:
      throw new AppError('range_not_satisfiable', `Expected a range within the ${size} bytes of the file`, {
        headers: { 'content-range': `bytes */${size}` },
      });
  }
  reply.code(part.status).headers({
    'accept-ranges': 'bytes',
    'last-modified': modifiedAt.toUTCString(),
    etag,
    // A clip may be rendered again under the same name: clients revalidate and get 304.
    'cache-control': 'private, no-cache',
    // A file of others that is opened as a page runs nothing here, where the player's pages keep tokens.
    'content-security-policy': 'sandbox',
  });
  if (part.status !== 304) reply.type(typeOf(media.name)).header('content-length', size);
  if (part.status !== 206) return reply.send(hasBody ? media.read() : Readable.from(''));
  const { start, end } = part.range;
  reply.header('content-range', `bytes ${start}-${end}/${size}`).header('content-length', end - start + 1);
  return reply.send(hasBody ? media.read(part.range) : Readable.from(''));
}

function nothing(): AppError {
  return new AppError('not_found', 'There is nothing at this path');
}

function typeOf(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const type = contentTypes.get(ending) ?? mime.getType(fileName) ?? 'application/octet-stream';
  return type.startsWith('text/') && !type.includes('charset') ? `${type}; charset=utf-8` : type;
}
