import { AppError } from '@anima/service/errors';
import { send } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { binaryAnswer } from './binary-answer.js';

/** What a route that answers with a file documents; without media types: one for each kind of file that can be there. */
export function fileResponses(mediaTypes: readonly string[] = ['*/*']) {
  return {
    200: binaryAnswer('The file', mediaTypes),
    206: binaryAnswer('The part that Range asked for', mediaTypes),
    304: Type.Null({ description: 'Not changed since' }),
  };
}

/** Of containers whose usual name the library does not know, or knows as something else. */
const contentTypes: Record<string, string> = {
  '.opus': 'audio/ogg; codecs=opus',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.srt': 'application/x-subrip; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
};

/**
 * Answers with a file: Range (206, 416), ETag and If-None-Match (304), HEAD, Content-Type by its name. `path` is a real
 * path that was found to be inside of its folder.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  const { type, statusCode, headers, stream } = await send(
    request.raw,
    encodeURI(path).replace(/[?#]/g, escape),
    {
      dotfiles: 'allow',
      cacheControl: false,
    },
  );
  if (statusCode === 416) {
    stream.destroy();
    const size = /\d+$/.exec(headers['Content-Range'] ?? '')?.[0] ?? '0';
    throw new AppError('range_not_satisfiable', `Expected a range within the ${size} bytes of the file`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  if (type !== 'file') {
    stream.destroy();
    throw new AppError('not_found', 'There is nothing at this path');
  }
  const named = contentTypes[path.slice(path.lastIndexOf('.')).toLowerCase()];
  return reply
    .code(statusCode)
    .headers({
      ...headers,
      ...(named === undefined || statusCode === 304 ? {} : { 'Content-Type': named }),
      // A render may be made again under the same name: ask, and hear 304.
      'cache-control': 'private, no-cache',
    })
    .send(stream);
}
