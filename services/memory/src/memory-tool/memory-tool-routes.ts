import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import Type, { type Static } from 'typebox';
import { type Callers, writingAgent } from '../http/callers.js';
import { projectIn } from '../http/current-project.js';
import { ProjectName } from '../http/fields.js';
import { headerReader } from '../http/header-reader.js';
import type { TextLimits } from '../http/text-limits.js';
import { createMemoryFiles } from './memory-files.js';
import { type MemoryCommand, runMemoryTool } from './run-memory-tool.js';

const Path = Type.String({ minLength: 1, maxLength: 1_000, description: 'Path that begins with /memories' });
const Line = Type.Integer({ minimum: -1, maximum: 1_000_000 });
const Body = strictObject({
  command: Type.Enum(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']),
  path: Type.Optional(Path),
  view_range: Type.Optional(
    Type.Array(Line, { minItems: 2, maxItems: 2, description: 'First and last line; -1: end of the file' }),
  ),
  file_text: Type.Optional(Type.String({ description: 'Text of a new file' })),
  old_str: Type.Optional(Type.String({ description: 'Text to replace; it must occur once' })),
  new_str: Type.Optional(Type.String({ description: 'Its replacement; omitted: it is removed' })),
  insert_line: Type.Optional(
    Type.Integer({
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: 'Line after which to insert; 0: the beginning',
    }),
  ),
  insert_text: Type.Optional(Type.String()),
  old_path: Type.Optional(Path),
  new_path: Type.Optional(Path),
  project: Type.Optional(ProjectName),
});

const Result = Type.Object({
  content: Type.String({ description: 'The result for the model, as Anthropic specifies it' }),
  is_error: Type.Boolean(),
});

/** Adds Anthropic's memory tool: the input of the tool is the body of the request. */
export function memoryToolRoutes(app: ServiceApp, callers: Callers, limits: TextLimits): void {
  /** One command at a time, so that no command reads a file that another one changes. */
  const inTurn = pLimit(1);

  const answer = async (request: FastifyRequest<{ Body: Static<typeof Body> }>) => {
    const { project, ...input } = request.body;
    const files = createMemoryFiles({
      deps: callers.view(request),
      agent: writingAgent(request),
      owner: callers.confinedAgent(request) ?? '',
      project: project ?? projectIn(headerReader(request.headers)),
      maxBytes: limits.contentBytes,
    });
    const command = toCommand(input);
    const { content, isError } = await inTurn(() => runMemoryTool(files, command));
    return { content, is_error: isError };
  };

  app.post(
    '/api/v1/memory-tool',
    {
      config: { errors: ['overloaded'] },
      schema: {
        operationId: 'memoryTool',
        summary: "Run a command of Anthropic's memory tool",
        description:
          'The body is the input of the tool memory_20250818. Files below /memories are memories of the project (or of ' +
          'X-Anima-Project), with the tag memory-file: recall finds them, deleting archives them, and changes stay in their ' +
          'history. An error that the model can solve is a result with is_error.',
        tags: ['memories'],
        body: Body,
        response: { 200: Result },
      },
    },
    answer,
  );
  const schema = { hide: true, operationId: 'memoryToolAtRoot', body: Body, response: { 200: Result } };
  app.post('/memory-tool', { schema }, answer);
}

/** Fields that each command requires. */
const required = {
  view: ['path'],
  create: ['path', 'file_text'],
  str_replace: ['path', 'old_str'],
  insert: ['path', 'insert_line', 'insert_text'],
  delete: ['path'],
  rename: ['old_path', 'new_path'],
} as const;

function toCommand(input: Omit<Static<typeof Body>, 'project'>): MemoryCommand {
  const missing = required[input.command].filter((field) => input[field] === undefined);
  if (missing.length > 0) {
    const errors = missing.map((path) => ({
      path,
      message: `Expected ${path} for the command ${input.command}`,
    }));
    throw new AppError('validation_failed', errors[0]!.message, { errors });
  }
  return { new_str: '', ...input } as MemoryCommand;
}
