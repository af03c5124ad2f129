/** What a face shows: a name, or a name and how much of it, 0 to 1. */
export type LiveExpression = LiveExpressionName | { name: LiveExpressionName; strength?: number };
export type LiveExpressionName =
  | 'neutral'
  | 'happy'
  | 'sad'
  | 'surprised'
  | 'angry'
  | 'thinking'
  | 'listening';

/** What a session speaks as; what is left out is the catalog's, or as it was. */
export interface LiveSpeechOptions {
  voice?: string;
  speed?: number;
  face?: string;
  /** Words and how they are said: see `lexicon` of POST /tts. */
  lexicon?: Record<string, string>;
  /** Hz; 24000 where it is left out. */
  sampleRate?: 16_000 | 24_000 | 48_000;
  /** 52 ARKit shapes and the head (where it is left out), 15 visemes, or no motion. */
  shapes?: 'arkit' | 'visemes' | 'none';
  /** Frames of motion a second; 30 where it is left out. */
  fps?: 25 | 30 | 60;
  /** Sound beyond real time, 200 to 10000; 2000 where it is left out. */
  leadMs?: number;
  /** Where no mark in a text says otherwise, such as [happy] or [thinking 0.5]; neutral where it is left out. */
  expression?: LiveExpression;
}

export interface LiveOptions extends LiveSpeechOptions {
  /** Address of the avatar service: `http://127.0.0.1:8765`. */
  server: string;
  /** Of GET /auth/ticket, where the service asks who is there. */
  ticket?: string;
  /** Where there is no global one: Node before 22. That of `ws` will do. */
  WebSocket?: typeof WebSocket;
  /** Ends the session. */
  signal?: AbortSignal;
}

/** `session.update` with what is named; null where nothing is. */
export function updateMessage(manner: LiveSpeechOptions): object | null {
  const { voice, speed, face, lexicon, sampleRate, shapes, fps, leadMs, expression } = manner;
  const [audio, motion] = [given({ sample_rate: sampleRate }), given({ shapes, fps })];
  const changes = {
    ...given({ voice, speed, face, lexicon, lead_ms: leadMs, expression }),
    ...(Object.keys(audio).length > 0 ? { audio } : {}),
    ...(Object.keys(motion).length > 0 ? { motion } : {}),
  };
  return Object.keys(changes).length > 0 ? { type: 'session.update', ...changes } : null;
}

/** Of the socket. Throws a `TypeError` where `server` is no address of HTTP. */
export function socketAddress({ server, ticket }: Pick<LiveOptions, 'server' | 'ticket'>): URL {
  const url = addressOf(server, 'live');
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (ticket !== undefined) url.searchParams.set('ticket', ticket);
  return url;
}

/** Of what is called `name` there. */
export function addressOf(server: string, name: string): URL {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`Expected an address like http://127.0.0.1:8765 for server, received "${server}"`);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`;
  [url.search, url.hash] = ['', ''];
  return url;
}

/** The fields that have a value. */
export function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
