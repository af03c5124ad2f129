import type { ToolName } from './tool-definitions.js';

/** In place of a project: the memory holds in every project. */
export const EVERYWHERE = '*';

/**
 * Adds the project that is worked in to the arguments of a call that names none, so that an agent stores under the name by which hooks
 * recall. `null`: the project is not known.
 */
export function withProject(
  name: ToolName,
  args: Record<string, unknown>,
  project: string | null,
): Record<string, unknown> {
  if (name !== 'remember') return args;
  const { project: named = project, ...rest } = args;
  return named === null || named === EVERYWHERE ? rest : { ...rest, project: named };
}
