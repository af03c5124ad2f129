import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { Callers } from '../http/callers.js';
import { writingAgent } from '../http/callers.js';
import { AgentId, ProjectName } from '../http/fields.js';
import type { ConnectedAgent } from './agents.js';

export const AgentRecord = Type.Object({
  agent_id: Type.String(),
  project_id: Uuid,
  project: Type.String({ description: 'Name of the project' }),
  connected_at: IsoTime,
  last_seen_at: IsoTime,
  expires_at: Type.String({
    ...IsoTime,
    description: 'The agent is no longer connected after this time without another heartbeat',
  }),
});

export function toAgentRecord(agent: ConnectedAgent) {
  return {
    agent_id: agent.agentId,
    project_id: agent.project.projectId,
    project: agent.project.name,
    connected_at: isoTime(agent.connectedAt),
    last_seen_at: isoTime(agent.lastSeenAt),
    expires_at: isoTime(agent.expiresAt),
  };
}

export function agentRoutes(app: ServiceApp, callers: Callers): void {
  app.post(
    '/api/v1/agents/heartbeat',
    {
      config: { errors: ['project_unknown', 'too_many_projects'] },
      schema: {
        operationId: 'heartbeat',
        summary: 'Register an agent, or renew its connection',
        tags: ['agents'],
        body: strictObject({ agent_id: AgentId, project_id: ProjectName }),
        response: { 200: AgentRecord },
      },
    },
    async (request) => {
      // A token that is bound to an agent cannot speak for another agent.
      const agentId =
        request.identity.agentId === null
          ? request.body.agent_id
          : writingAgent(request, request.body.agent_id);
      const deps = callers.view(request);
      const project = await deps.store.proposeProject(request.body.project_id);
      return toAgentRecord(await deps.agents.heartbeat(agentId, project));
    },
  );
}
