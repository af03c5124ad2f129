import { createRequire } from 'node:module';
import { AppError } from '@anima/service/errors';
import { createValueCheck } from '@anima/service/schema';
import { type Static, Type } from 'typebox';

const MAX_NAME = 100;
const MAX_ENTRIES = 5000;
const MAX_LIST = 20_000;

const name = Type.String({ minLength: 1, maxLength: MAX_NAME });
const list = Type.String({ minLength: 1, maxLength: MAX_LIST });
const lines = Type.Array(list, { maxItems: MAX_ENTRIES });
const entries = { maxProperties: MAX_ENTRIES };
const closed = { additionalProperties: false };

const category = Type.Object(
  {
    name,
    /** Words that name the purpose: "package manager". */
    labels: Type.Optional(list),
    /** A comma parts things, a bar the spellings of one, a tilde marks an everyday word, which counts only where it is a name. */
    members: list,
    /** A choice is taken for a purpose, so that two of them clash; things are spoken of, actions done. */
    kind: Type.Union([Type.Literal('choice'), Type.Literal('thing'), Type.Literal('action')]),
    /** One is taken for a whole project, so that two clash even where no purpose is named. */
    exclusive: Type.Optional(Type.Boolean()),
    source: Type.Optional(list),
    date: Type.Optional(Type.String({ format: 'date' })),
  },
  closed,
);

/** What anybody may add: see lexicon/README.md. */
const additions = {
  source: Type.Optional(list),
  date: Type.Optional(Type.String({ format: 'date' })),
  categories: Type.Optional(Type.Array(category, { maxItems: MAX_ENTRIES })),
  /** The name that is kept, and its other spellings, parted by bars; one in capitals counts only where it is written so. */
  aliases: Type.Optional(Type.Record(name, list, entries)),
  /** "enable/disable allow/deny" */
  opposites: Type.Optional(lines),
  /** Words that say the same, one group a line. */
  synonyms: Type.Optional(Type.Object({ verbs: Type.Optional(lines), things: Type.Optional(lines) }, closed)),
};
const additionsSchema = Type.Object(additions, closed);
export type LexiconAdditions = Static<typeof additionsSchema>;
const check = createValueCheck(additionsSchema, 'lexicon');

/** Of one's own: `where` names the file in the message of what is wrong with it. */
export function parseLexicon(text: string, where: string): LexiconAdditions {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new AppError('validation_error', `Expected JSON in ${where}: ${(cause as Error).message}`, {
      cause,
    });
  }
  const [error] = check(data);
  if (error !== undefined) throw new AppError('validation_error', `${error.message} (in ${where})`);
  return data as LexiconAdditions;
}

/** The file that ships: what may be added, and the language itself. */
interface ShippedLexicon extends LexiconAdditions {
  /** By what they are a scope of: environments, platforms, ... One group of synonyms a line. */
  readonly scopes: Readonly<
    Record<string, Readonly<Record<'anywhere' | 'behindPreposition', readonly string[]>>>
  >;
  readonly units: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly words: Readonly<Record<WordList, readonly string[]>>;
  readonly magnitudes: Readonly<Record<string, number>>;
}

type WordList =
  | 'functionWords'
  | 'negations'
  | 'denying'
  | 'ending'
  | 'generic'
  | 'weak'
  | 'labels'
  | 'dated'
  | 'cardinals'
  | 'tens'
  | 'ordinals'
  | 'foreign'
  | 'english';

export const shippedData: ShippedLexicon = createRequire(import.meta.url)('../../../lexicon/lexicon.json');

/** The words of a list of the language, in their order. */
export function wordsOf(list: WordList): string[] {
  return shippedData.words[list].flatMap((line) => line.split(' '));
}
