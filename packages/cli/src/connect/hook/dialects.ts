import type { Fields, HookEvent, Moment } from './hook-event.js';
import { readClaudeLine, readCopilotLine, type TranscriptLine } from './transcript-lines.js';

/**
 * How each tool speaks with its hooks: the names of its events, its fields, and what it takes as an answer. Where each of these is
 * documented stands in `tools/`, a file a tool. Nothing heavy is imported here: a hook has to start in a blink.
 */
export interface Dialect {
  moments: Readonly<Record<string, Moment>>;
  read(input: Fields): Omit<HookEvent, 'name' | 'moment'>;
  /** What it prints to put a text before the model; `null` where this event cannot. */
  inject(event: Pick<HookEvent, 'name' | 'moment'>, text: string): object | null;
  /** What it prints else. */
  nothing: object | null;
  /** Reads a line of the tool's transcript; absent: the tool tells both sides of a turn itself. */
  readLine?: (line: Fields) => TranscriptLine | null;
}

/** Claude Code, and what speaks like it. */
const likeClaude = {
  read: (input: Fields) => ({
    sessionId: text(input.session_id) ?? '',
    folder: text(input.cwd) ?? process.cwd(),
    prompt: text(input.prompt),
    answer: text(input.last_assistant_message),
    turnId: text(input.turn_id) ?? text(input.prompt_id),
    reportedAt: text(input.timestamp),
    transcriptPath: text(input.transcript_path),
    resumed: input.source === 'resume',
  }),
  inject: ({ name, moment }: Pick<HookEvent, 'name' | 'moment'>, additionalContext: string) =>
    moment === 'start' || moment === 'prompt'
      ? { hookSpecificOutput: { hookEventName: name, additionalContext } }
      : null,
};

export const dialects: Readonly<Record<string, Dialect>> = {
  'claude-code': {
    ...likeClaude,
    moments: {
      SessionStart: 'start',
      UserPromptSubmit: 'prompt',
      Stop: 'turn',
      PreCompact: 'compact',
      SessionEnd: 'end',
    },
    nothing: null,
    readLine: readClaudeLine,
  },
  codex: {
    ...likeClaude,
    moments: { SessionStart: 'start', UserPromptSubmit: 'prompt', Stop: 'turn', SessionEnd: 'end' },
    nothing: null,
  },
  'gemini-cli': {
    ...likeClaude,
    moments: { SessionStart: 'start', BeforeAgent: 'prompt', AfterAgent: 'turn', SessionEnd: 'end' },
    read: (input) => ({ ...likeClaude.read(input), answer: text(input.prompt_response) }),
    nothing: {},
  },
  cursor: {
    moments: {
      sessionStart: 'start',
      beforeSubmitPrompt: 'prompt',
      afterAgentResponse: 'turn',
      sessionEnd: 'end',
    },
    read: (input) => ({
      sessionId: text(input.conversation_id) ?? text(input.session_id) ?? '',
      folder: firstText(input.workspace_roots) ?? process.cwd(),
      prompt: text(input.prompt),
      answer: text(input.text),
      turnId: text(input.generation_id),
      reportedAt: null,
      transcriptPath: null,
      resumed: false,
    }),
    // Before a prompt it can only be let through or held back.
    inject: ({ moment }, additional_context) => (moment === 'start' ? { additional_context } : null),
    nothing: {},
  },
  copilot: {
    moments: {
      sessionStart: 'start',
      userPromptSubmitted: 'prompt',
      agentStop: 'turn',
      preCompact: 'compact',
      sessionEnd: 'end',
    },
    read: (input) => ({
      sessionId: text(input.sessionId) ?? '',
      folder: text(input.cwd) ?? process.cwd(),
      prompt: text(input.prompt),
      answer: null,
      turnId: null,
      reportedAt: text(input.timestamp),
      transcriptPath: text(input.transcriptPath),
      resumed: input.source === 'resume',
    }),
    inject: ({ moment }, additionalContext) =>
      moment === 'start' || moment === 'prompt' ? { additionalContext } : null,
    nothing: {},
    readLine: readCopilotLine,
  },
  windsurf: {
    moments: { pre_user_prompt: 'prompt', post_cascade_response: 'turn' },
    read: (input) => {
      const said = fields(input.tool_info);
      return {
        sessionId: text(input.trajectory_id) ?? '',
        folder: process.cwd(),
        prompt: text(said.user_prompt),
        answer: text(said.response),
        turnId: text(input.execution_id),
        reportedAt: null,
        transcriptPath: null,
        resumed: false,
      };
    },
    // What its hooks print is shown to the person alone.
    inject: () => null,
    nothing: null,
  },
  cline: {
    moments: { TaskStart: 'start', UserPromptSubmit: 'prompt', TaskComplete: 'turn', TaskCancel: 'end' },
    read: (input) => {
      const completed = fields(fields(input.taskComplete).taskMetadata);
      return {
        sessionId: text(input.taskId) ?? '',
        folder: firstText(input.workspaceRoots) ?? process.cwd(),
        prompt: text(fields(input.userPromptSubmit).prompt),
        // The extension for VS Code reports a result, the command line the last output of the turn.
        answer: text(completed.result) ?? text(fields(input.turn).outputText),
        turnId: null,
        reportedAt: text(input.timestamp),
        transcriptPath: null,
        resumed: false,
        // The command line (its events are named "agent_start", "prompt_submit" and so on) drops what a hook returns.
        acceptsContext: text(input.hookName)?.includes('_') !== true,
      };
    },
    inject: ({ moment }, contextModification) =>
      moment === 'start' || moment === 'prompt' ? { cancel: false, contextModification } : null,
    nothing: { cancel: false },
  },
};

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const firstText = (value: unknown): string | null => (Array.isArray(value) ? text(value[0]) : null);
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
