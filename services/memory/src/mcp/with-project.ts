import { EVERYWHERE } from '../api/current-project.js';
import type { ToolName } from './tool-definitions.js';

/**
 * Adds the current project to the arguments of a call that names none, so that an agent stores and reads under the name by which hooks
 * recall. `null`: the project is not known.
 */
export function withProject(
  name: ToolName,
  args: Record<string, unknown>,
  project: string | null,
): Record<string, unknown> {
  switch (name) {
    case 'remember': {
      const { project: named = project, ...rest } = args;
      return named === null || named === EVERYWHERE ? rest : { ...rest, project: named };
    }
    case 'project_context':
      return project === null ? args : { project_id: project, ...args };
    case 'audit':
      return project === null || args.scope !== 'project' ? args : { project_id: project, ...args };
    default:
      return args;
  }
}
