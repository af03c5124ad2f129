/** The kind of an event, independent of the tool. */
export type Moment = 'start' | 'prompt' | 'turn' | 'compact' | 'end';

/** The input of a hook, independent of the tool. */
export interface HookEvent {
  /** The tool's name of the event. */
  name: string;
  moment: Moment;
  sessionId: string;
  /** The folder of the user's project. */
  folder: string;
  prompt: string | null;
  answer: string | null;
  /** The tool's id of the turn, null without one. */
  turnId: string | null;
  /** The timestamp of the event as the tool wrote it, null without one. */
  reportedAt: string | null;
  transcriptPath: string | null;
  /** False if the tool ignores the context that a hook returns for this event. */
  acceptsContext?: boolean;
  /** True if a session starts with the context of an earlier one. */
  resumed: boolean;
}

/** One message of a conversation. */
export interface Turn {
  /** Identifies the turn each time it is read. */
  key: string;
  speaker: 'user' | 'assistant';
  text: string;
  /** ISO 8601. */
  occurredAt: string;
}

/** A JSON object from another program. */
export type Fields = Readonly<Record<string, unknown>>;
