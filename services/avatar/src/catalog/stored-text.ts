import { AppError } from '@anima/service/errors';
import { createValueCheck, Nullable, strictObject } from '@anima/service/schema';
import Type, { type TSchema } from 'typebox';
import type { EntryNotes, VoicePreset } from './catalog-entry.js';

/** JSON files of the catalog, which users may also write: `<name>.json` next to a file, or a voice. */

const Licence = Type.Optional(Nullable(Type.String({ maxLength: 200 })));
const Description = Type.Optional(Nullable(Type.String({ maxLength: 2_000 })));
const Notes = strictObject({ licence: Licence, description: Description });
const Preset = strictObject({
  voice: Type.String({ minLength: 1, maxLength: 128 }),
  speed: Type.Optional(Nullable(Type.Number({ minimum: 0.5, maximum: 2 }))),
  licence: Licence,
  description: Description,
});

function createReader<T>(schema: TSchema): (text: string) => Partial<T> {
  const check = createValueCheck(schema, 'file');
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new AppError('media_unreadable', 'Expected JSON in this file');
    }
    const [wrong] = check(value);
    if (wrong !== undefined) throw new AppError('media_unreadable', wrong.message);
    return value as Partial<T>;
  };
}

const readNotesFields = createReader<EntryNotes>(Notes);
const readPresetFields = createReader<VoicePreset>(Preset);

export function readNotes(text: string): EntryNotes {
  return { licence: null, description: null, ...readNotesFields(text) };
}

export function readPreset(text: string): VoicePreset {
  const fields = readPresetFields(text);
  return { speed: null, licence: null, description: null, ...fields, voice: fields.voice! };
}

export const writeStored = (value: EntryNotes | VoicePreset): string => `${JSON.stringify(value, null, 2)}\n`;
