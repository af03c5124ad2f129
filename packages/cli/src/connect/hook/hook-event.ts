/** What happens in a tool, whatever the tool calls it. */
export type Moment = 'start' | 'prompt' | 'turn' | 'compact' | 'end';

/** What a tool tells a hook, in words of ours. */
export interface HookEvent {
  /** The tool's own name of it. */
  name: string;
  moment: Moment;
  sessionId: string;
  /** The folder that is worked in. */
  folder: string;
  prompt: string | null;
  answer: string | null;
  /** The tool's name of this turn, where it has one. */
  turnId: string | null;
  /** When the tool reported this event, in its own words, where it says so. */
  reportedAt: string | null;
  transcriptPath: string | null;
  /** False if the tool drops the context that a hook returns for this event. */
  acceptsContext?: boolean;
  /** At a start: what was before the model stands there again. */
  resumed: boolean;
}

/** What one side of a conversation said. */
export interface Turn {
  /** The same for the same turn whenever it is read. */
  key: string;
  speaker: 'user' | 'assistant';
  text: string;
  /** ISO 8601. */
  occurredAt: string;
}

/** A JSON object of somebody else. */
export type Fields = Readonly<Record<string, unknown>>;
