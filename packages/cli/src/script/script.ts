import { usageError } from '../failure.js';

export type Fields = Record<string, unknown>;

/** A script before the service has looked at the values of its fields. */
export interface Script {
  scenes: Fields[];
  /** Of every scene that says nothing else. */
  defaults: Fields;
  concat?: boolean;
  continue_on_error?: boolean;
}

/** What a file says, with the line where each part begins. */
export interface WrittenScript {
  head: Fields;
  scenes: { fields: Fields; line: number }[];
}

const MAX_SCENES = 500;
const ofFilm = ['concat', 'continue_on_error'];
const defaultFields = [
  'source',
  'face',
  'source_path',
  'voice',
  'speed',
  'seed',
  'lexicon',
  'engine',
  'options',
];
const sceneFields = ['id', 'text', 'audio_path', 'tts_job_id', ...defaultFields];
/** As people write them. */
const otherNames: Record<string, string> = { audio: 'audio_path', clip: 'source_path' };
/** They may stand beside the others, without `options`. */
const optionFields = [
  'fps',
  'width',
  'enhance',
  'head_motion',
  'expression',
  'blink',
  'fade',
  'background',
  'captions',
  'face_at',
];

/** @throws CommandFailure where a field is unknown or a scene says nothing */
export function scriptFrom({ head, scenes }: WrittenScript): Script {
  if (scenes.length === 0) throw usageError('Expected a script with scenes, received none');
  if (scenes.length > MAX_SCENES)
    throw usageError(`Expected at most ${MAX_SCENES} scenes, received ${scenes.length}`);
  const { concat, continue_on_error, title: _title, ...rest } = head;
  for (const [name, value] of Object.entries({ concat, continue_on_error }))
    if (value !== undefined && typeof value !== 'boolean')
      throw usageError(`Expected true or false for ${name}, received ${JSON.stringify(value)}`);
  return {
    scenes: scenes.map(({ fields, line }) => sceneOf(fields, line)),
    defaults: named(rest, defaultFields, 1),
    ...(concat === undefined ? {} : { concat: concat as boolean }),
    ...(continue_on_error === undefined ? {} : { continue_on_error: continue_on_error as boolean }),
  };
}

function sceneOf(fields: Fields, line: number): Fields {
  const scene = named(fields, sceneFields, line);
  const heard = ['text', 'audio_path', 'tts_job_id'].filter((name) => scene[name] !== undefined);
  if (heard.length !== 1)
    throw usageError(
      `Expected exactly one of text, audio and tts_job_id for the scene in line ${line}, received ${heard.join(' and ') || 'none'}`,
    );
  return scene;
}

function named(fields: Fields, known: readonly string[], line: number): Fields {
  const result: Fields = {};
  const options: Fields = {};
  for (const [written, value] of Object.entries(fields)) {
    const name = otherNames[written] ?? written;
    if (optionFields.includes(name)) options[name] = value;
    else if (known.includes(name)) result[name] = value;
    else
      throw usageError(
        `Expected one of ${[...known, ...optionFields, ...(line === 1 ? ofFilm : [])].join(', ')} in line ${line} of the script, received ${written}`,
      );
  }
  if (Object.keys(options).length > 0) result.options = { ...Object(result.options), ...options };
  return result;
}
