import { AppError } from '@anima/service/errors';
import { quote } from '@anima/text/quote';
import type { Memory, Project } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { projectContext } from '../recall/project-context.js';
import { describeContradictions } from '../relations/contradictions.js';
import { describeMemory, quoteContent } from './memory-text.js';
import { knownProjects } from './recall-tools.js';
import type { ToolArguments } from './tool-definitions.js';

/** The default of the route. */
const PER_TYPE = 20;
const DEFAULT_TOKENS = 4000;
const MAX_SHARED_SHOWN = 5;
const MAX_SHARED_CHARACTERS = 300;

export async function projectContextTool(
  deps: MemoryDependencies,
  args: ToolArguments<'project_context'>,
  agentId: string,
): Promise<string> {
  if (args.project_id === undefined)
    throw new AppError(
      'validation_failed',
      `Expected a name or id for project_id: the current project is unknown. ${await knownProjects(deps)}`,
    );
  const project = await requireProject(deps, args.project_id);
  const maxTokens = args.max_tokens ?? DEFAULT_TOKENS;
  const { text, counts, agents, shared, contradictions } = await projectContext(deps, project, {
    agentId,
    perType: PER_TYPE,
    maxTokens,
  });
  const now = deps.clock();
  const marked = ({ memoryId }: Memory) => {
    const mark = describeContradictions(contradictions.get(memoryId));
    return mark === '' ? '' : ` (${mark})`;
  };
  const fromElsewhere = shared.filter((memory) => memory.project?.projectId !== project.projectId);
  const listed = Object.values(counts.byType).reduce((sum, number) => sum + Math.min(number, PER_TYPE), 0);
  const shown = listed - text!.omitted;
  return [
    text!.text.trimEnd(),
    ...(shown < counts.active
      ? [
          '',
          `More: ${shown} of ${counts.active} memories shown. Call recall with your task, or raise max_tokens.`,
        ]
      : []),
    ...(fromElsewhere.length === 0
      ? []
      : [
          '',
          '## Shared from other projects',
          ...fromElsewhere
            .slice(0, MAX_SHARED_SHOWN)
            .map(
              (memory) =>
                `- ${describeMemory(memory, now)}: ${quoteContent(memory.content, MAX_SHARED_CHARACTERS)}${marked(memory)}`,
            ),
        ]),
    ...(agents.length === 0
      ? []
      : ['', `Agents working here: ${agents.map((agent) => quote(agent.agentId)).join(', ')}`]),
  ].join('\n');
}

/** Returns the project. The error lists the known projects, for a mistyped name. */
export async function requireProject(deps: MemoryDependencies, idOrName: string): Promise<Project> {
  const project = await deps.store.project(idOrName);
  if (project !== null) return project;
  throw new AppError(
    'project_not_found',
    `No project has the name or id ${quote(idOrName)}. ${await knownProjects(deps)}`,
  );
}
