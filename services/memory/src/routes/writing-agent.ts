import { AppError } from '@anima/service/errors';
import type { FastifyRequest } from 'fastify';

/** Who writes: the token's agent, else X-Agent-Id, else `source_agent` of the body, else "default". */
export function writingAgent(
  request: Pick<FastifyRequest, 'agentId' | 'identity'>,
  fromBody?: string,
): string {
  if (fromBody !== undefined && request.agentId !== null && fromBody !== request.agentId) {
    if (request.identity.agentId !== null) {
      throw new AppError('forbidden', 'The access token speaks for another agent than source_agent');
    }
    const message = 'Expected source_agent to be the agent of X-Agent-Id';
    throw new AppError('validation_failed', message, { errors: [{ path: 'source_agent', message }] });
  }
  return request.agentId ?? fromBody ?? 'default';
}
