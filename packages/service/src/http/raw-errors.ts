import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { AppError, commonErrors } from '../errors.js';
import { PROBLEM_TYPE, rawProblemResponse, toProblem } from './problem.js';
import { ANSWER_HEADERS } from './security-headers.js';

export const REQUEST_ID_HEADER = 'x-request-id';
const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the caller's id if it is safe in a log line, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SANE.test(given) ? given : uuidv7();
}

/** Answers what Node refuses before there is a request: a header too large, bytes that are not HTTP. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, log: Logger): void {
  // The client disconnected, or a response is already being sent, which must stay the last one.
  const { _httpMessage: answering } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  const requestId = uuidv7();
  const refusal = clientError(error.code);
  log.info(
    { request_id: requestId, reason: error.code, code: refusal.code },
    'request refused before it was read',
  );
  socket.end(rawProblemResponse(refusal, requestId));
}

function clientError(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'Expected at most 16 KiB of request line and headers');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request did not arrive in time');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('payload_too_large', 'Expected at most 16 KiB of chunk extensions');
    default:
      return new AppError('bad_request', 'Expected an HTTP/1.1 request');
  }
}

/** Node answers an unknown `Expect` header itself, without a body and a request id; so we do it. */
export function refuseUnknownExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const requestId = requestIdOf(request);
    const refusal = new AppError('expectation_failed', 'Expected 100-continue or nothing for Expect');
    const { problem } = toProblem(refusal, commonErrors, requestId);
    const body = JSON.stringify(problem);
    response.writeHead(problem.status, {
      ...ANSWER_HEADERS,
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      [REQUEST_ID_HEADER]: requestId,
    });
    response.end(body);
  });
}
