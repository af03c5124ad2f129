import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { Erasures } from '../erasure/erase-memories.js';
import { type Callers, refuseAgentToken, writingAgent } from '../http/callers.js';
import { ProjectName, ProjectRef } from '../http/fields.js';
import { deleteProject, mergeProjects, renameProject } from './change-project.js';
import type { Project } from './memory.js';

const Count = Type.Integer({ minimum: 0 });
const ProjectRecord = Type.Object({ project_id: Uuid, name: Type.String(), created_at: IsoTime });
const EraseOption = strictObject({
  erase: Type.Optional(
    Type.Boolean({ default: false, description: 'Erases all memories of the project permanently' }),
  ),
});
const Params = strictObject({
  project_id: Type.String({ ...ProjectRef, description: 'Id or name of the project' }),
});

/** Routes to list, rename, merge and delete projects. */
export function projectChangesRoutes(app: ServiceApp, callers: Callers, erasures: Erasures): void {
  app.get(
    '/api/v1/projects',
    {
      config: { administrator: true },
      schema: {
        operationId: 'listProjects',
        summary: 'List all projects, oldest first',
        tags: ['projects'],
        response: {
          200: Type.Object({
            projects: Type.Array(
              Type.Object({
                ...ProjectRecord.properties,
                memories: Type.Integer({ minimum: 0, description: 'Archived memories included' }),
              }),
            ),
          }),
        },
      },
    },
    async (request) => {
      const { store, clock } = callers.view(request);
      const { byProject } = await store.counts(clock());
      const projects = await store.projects();
      return {
        projects: projects.map((project) => ({
          ...shown(project),
          memories: Object.hasOwn(byProject, project.name) ? byProject[project.name]! : 0,
        })),
      };
    },
  );

  app.patch(
    '/api/v1/project/:project_id',
    {
      config: { administrator: true, errors: ['project_not_found', 'project_exists'] },
      schema: {
        operationId: 'renameProject',
        summary: 'Rename a project',
        tags: ['projects'],
        params: Params,
        body: strictObject({ name: ProjectName }),
        response: { 200: ProjectRecord },
      },
    },
    async (request) =>
      shown(
        await renameProject(
          callers.view(request),
          request.params.project_id,
          request.body.name,
          writingAgent(request),
        ),
      ),
  );

  app.post(
    '/api/v1/project/:project_id/merge',
    {
      config: { administrator: true, errors: ['project_not_found'] },
      schema: {
        operationId: 'mergeProjects',
        summary: 'Move all memories, agents and audit runs to another project, and remove this one',
        tags: ['projects'],
        params: Params,
        body: strictObject({
          into: Type.String({ ...ProjectRef, description: 'Id or name of the project that stays' }),
        }),
        response: { 200: Type.Object({ ...ProjectRecord.properties, moved: Count }) },
      },
    },
    async (request) => {
      const { project, moved } = await mergeProjects(
        callers.view(request),
        request.params.project_id,
        request.body.into,
        writingAgent(request),
      );
      return { ...shown(project), moved };
    },
  );

  app.delete(
    '/api/v1/project/:project_id',
    {
      config: {
        administrator: true,
        bodyOptional: true,
        errors: ['project_not_found', 'project_not_empty', 'storage_full'],
      },
      schema: {
        operationId: 'deleteProject',
        summary: 'Delete a project without memories; with erase, erase its memories first',
        description: 'erase is a query parameter, or a member of a JSON body.',
        tags: ['projects'],
        params: Params,
        querystring: EraseOption,
        body: EraseOption,
        response: {
          200: Type.Object({
            ...ProjectRecord.properties,
            erased: Count,
            receipt_ids: Type.Array(Uuid, { description: 'Receipts of the erasures' }),
          }),
        },
      },
    },
    async (request) => {
      const erases = request.query.erase === true || request.body?.erase === true;
      if (erases) refuseAgentToken(request);
      const { project, erased, receiptIds } = await deleteProject(
        callers.view(request),
        request.params.project_id,
        writingAgent(request),
        erases ? erasures : null,
      );
      return { ...shown(project), erased, receipt_ids: receiptIds };
    },
  );
}

function shown({ projectId, name, createdAt }: Project) {
  return { project_id: projectId, name, created_at: isoTime(createdAt) };
}
