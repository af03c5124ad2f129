import type { Fields, HookEvent, Moment } from './hook-event.js';
import { readClaudeLine, readCopilotLine, type TranscriptLine } from './read-transcript.js';

/**
 * The hook protocol of a tool: names of events, input fields, and output. `tools/` has the addresses of the documentation.
 * This module imports little, because hooks must start fast.
 */
export interface Dialect {
  moments: Readonly<Record<string, Moment>>;
  read(input: Fields): Omit<HookEvent, 'name' | 'moment'>;
  /** Returns the output that injects a text into the context; null if the event does not allow it. */
  inject(event: Pick<HookEvent, 'name' | 'moment'>, text: string): object | null;
  /** The output of a hook that injects nothing. */
  nothing: object | null;
  /** Reads a line of the transcript. Absent if the tool reports both sides of a turn in its events. */
  readLine?: (line: Fields) => TranscriptLine | null;
}

/** Claude Code and tools with the same protocol. */
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
    // Before a prompt, a hook can only allow or block the prompt.
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
      const info = fields(input.tool_info);
      return {
        sessionId: text(input.trajectory_id) ?? '',
        folder: process.cwd(),
        prompt: text(info.user_prompt),
        answer: text(info.response),
        turnId: text(input.execution_id),
        reportedAt: null,
        transcriptPath: null,
        resumed: false,
      };
    },
    // Windsurf shows the output of hooks to the user only.
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
        // The VS Code extension reports a result, the command line the last output of the turn.
        answer: text(completed.result) ?? text(fields(input.turn).outputText),
        turnId: null,
        reportedAt: text(input.timestamp),
        transcriptPath: null,
        resumed: false,
        // The command line, whose events have names such as "agent_start", ignores the output of hooks.
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
