import { LiveError } from './live-error.js';
import type { LiveDone, LiveInterrupted, LiveSessionRecord, LiveWord } from './live-events.js';

/** A JSON message of the service, with the names of this client. */
export type ServerMessage =
  | { type: 'session'; session: LiveSessionRecord }
  | { type: 'started'; utterance: string; number: number; generation: number }
  | { type: 'words'; utterance: string; words: LiveWord[] }
  | { type: 'done'; done: LiveDone }
  | { type: 'interrupted'; interrupted: LiveInterrupted }
  | { type: 'error'; error: LiveError }
  | { type: 'pong' };

/** Parses a message; returns null for an unknown type. Throws a `LiveError` `message_invalid`. */
export function readServerMessage(text: string, server: string): ServerMessage | null {
  const message = fieldsOf(parse(text));
  const type = message.text('type');
  switch (type) {
    case 'session':
      return { type, session: sessionOf(message, server) };
    case 'utterance.started':
      return {
        type: 'started',
        ...{ utterance: message.text('utterance'), number: message.number('number') },
        generation: message.number('generation'),
      };
    case 'words':
      return { type, utterance: message.text('utterance'), words: message.list('words').map(wordOf) };
    case 'utterance.done':
      return {
        type: 'done',
        done: {
          ...{ utterance: message.text('utterance'), duration: message.number('duration') },
          ...{ samples: message.number('samples'), frames: message.number('frames') },
          characters: message.number('characters'),
        },
      };
    case 'interrupted':
      return {
        type,
        interrupted: {
          generation: message.number('generation'),
          utterance: message.has('utterance') ? message.text('utterance') : null,
          ...{ heardText: message.text('heard_text'), heardCharEnd: message.number('heard_char_end') },
          at: message.number('at'),
        },
      };
    case 'error':
      return {
        type,
        error: new LiveError(message.text('code'), message.text('detail'), {
          utterance: message.has('utterance') ? message.text('utterance') : null,
          fatal: message.value('fatal') === true,
        }),
      };
    case 'pong':
      return { type };
    default:
      return null;
  }
}

function sessionOf(message: Fields, server: string): LiveSessionRecord {
  const [audio, motion] = [fieldsOf(message.value('audio')), fieldsOf(message.value('motion'))];
  return {
    ...{ id: message.text('session_id'), voice: message.text('voice') },
    face: message.has('face') ? faceOf(fieldsOf(message.value('face')), server) : null,
    sampleRate: audio.number('sample_rate'),
    motion: { fps: motion.number('fps'), shapes: motion.list('shapes').map(String) },
    expression: message.has('expression') ? expressionOf(fieldsOf(message.value('expression'))) : NEUTRAL,
    generation: message.number('generation'),
  };
}

/** Default for services without expressions. */
const NEUTRAL = { name: 'neutral', strength: 1 } as const;

function expressionOf(expression: Fields): LiveSessionRecord['expression'] {
  // Newer expressions are passed on unchanged.
  const name = expression.text('name') as LiveSessionRecord['expression']['name'];
  return { name, strength: expression.number('strength') };
}

function faceOf(face: Fields, server: string): LiveSessionRecord['face'] {
  const format = face.text('format');
  if (format !== 'glb' && format !== 'vrm' && format !== 'picture')
    throw invalid(`Expected glb, vrm or picture for format, received ${format}`);
  return {
    ...{ name: face.text('name'), format },
    modelUrl: face.has('model_url') ? new URL(face.text('model_url'), server).href : null,
  };
}

function wordOf(value: unknown): LiveWord {
  const word = fieldsOf(value);
  return {
    ...{ word: word.text('word'), start: word.number('start'), end: word.number('end') },
    ...{ charStart: word.number('char_start'), charEnd: word.number('char_end') },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LiveError('message_invalid', 'Expected a message in JSON', { cause });
  }
}

type Fields = ReturnType<typeof fieldsOf>;

/** Checked access to the fields of an object. */
function fieldsOf(value: unknown) {
  if (typeof value !== 'object' || value === null) throw invalid('Expected an object');
  const record = value as Record<string, unknown>;
  const wrong = (name: string, expected: string) =>
    invalid(`Expected ${expected} for ${name}, received ${typeof record[name]}`);
  return {
    has: (name: string) => record[name] != null,
    value: (name: string) => record[name],
    text(name: string): string {
      const found = record[name];
      if (typeof found !== 'string') throw wrong(name, 'a text');
      return found;
    },
    number(name: string): number {
      const found = record[name];
      if (typeof found !== 'number' || !Number.isFinite(found)) throw wrong(name, 'a number');
      return found;
    },
    list(name: string): unknown[] {
      const found = record[name];
      if (!Array.isArray(found)) throw wrong(name, 'a list');
      return found;
    },
  };
}

function invalid(message: string): LiveError {
  return new LiveError('message_invalid', message);
}
