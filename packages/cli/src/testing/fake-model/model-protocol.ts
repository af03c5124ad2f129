/** The parts of a request that the fake model needs, the same for each protocol. */
export interface ModelCall {
  /** The last text of the user, also if the tool has wrapped it. */
  prompt: string;
  /** Number of tool results after it. */
  results: number;
  /** Names of the tools that the model may call. */
  tools: readonly string[];
}

/** A response of the fake model: a text, or the call of a tool. */
export type Reply = { text: string } | { tool: string; args: object };

export interface StreamEvent {
  event?: string;
  data: object | string;
}

/** One protocol of a model provider, limited to the fields that the tools use. Bodies come from foreign tools and are read without a schema. */
export interface ModelProtocol<Body> {
  read(body: Body): ModelCall;
  /** Returns the response as the events of a stream. */
  events(reply: Reply, id: string, body: Body): StreamEvent[];
  /** Returns the response as one object, for requests without a stream. */
  whole(reply: Reply, id: string, body: Body): object;
}

/** A content is a text, or a list of blocks of which some are texts. */
export type Content = string | readonly { type?: string; text?: string }[] | null | undefined;

export function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('\n');
}
