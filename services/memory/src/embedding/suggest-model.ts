export const MULTILINGUAL_MODEL = 'multilingual-e5-small';

/** Locales that name no language. */
const NEUTRAL = /^(?:C|POSIX)(?:[.@]|$)/;
const ENGLISH = /^en(?:[_.@-]|$)/i;

/**
 * Returns the locale of the environment if its language is not English, else null. The order of the variables is that of
 * POSIX.
 */
export function foreignLocale(env: Readonly<Record<string, string | undefined>>): string | null {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return locale === '' || NEUTRAL.test(locale) || ENGLISH.test(locale) ? null : locale;
}

/**
 * Returns a line for the first start that offers the multilingual model, or null. `model` is the model in use. A later
 * start gets no line, because another model requires `anima reindex`.
 */
export function suggestModel(
  env: Readonly<Record<string, string | undefined>>,
  { model, isFirstStart }: { model: string; isFirstStart: boolean },
): string | null {
  if (
    !isFirstStart ||
    env.MEMORY_EMBEDDING_MODEL ||
    env.MEMORY_EMBEDDINGS_URL ||
    model === MULTILINGUAL_MODEL
  )
    return null;
  const locale = foreignLocale(env);
  if (locale === null) return null;
  return `The locale is ${locale}, and the embedding model ${model} knows English only. For memories in 20 languages, start with MEMORY_EMBEDDING_MODEL=${MULTILINGUAL_MODEL}. To change it later, run \`anima reindex\` once`;
}
