import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorTable } from '../errors.js';
import { PROBLEM_TYPE, toProblem } from './problem.js';
import type { ServiceApp } from './service-app.js';

export function handleErrors(app: ServiceApp, table: ErrorTable): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, table, request, reply));
}

export function sendProblem(
  error: unknown,
  table: ErrorTable,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { problem, headers, unexpected } = toProblem(error, table, request.id);
  const hasCause = error instanceof Error && error.cause !== undefined;
  if (unexpected || (problem.status > 500 && hasCause)) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  }
  const extension = request.routeOptions.config?.problemExtension?.(problem);
  const body = JSON.stringify({ ...problem, ...extension });
  return reply.code(problem.status).headers(headers).type(PROBLEM_TYPE).send(body);
}
