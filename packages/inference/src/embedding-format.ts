/** Texts that are searched for, or texts that are found: some models are trained with another prefix for each. */
export type InputType = 'query' | 'passage';

/** What an embedding model expects and returns; the field `embedding` of its entry in models/registry.json. */
export interface EmbeddingFormat {
  readonly tokeniser: 'word-piece' | 'unigram';
  /** File of the vocabulary in the folder of the model. */
  readonly vocabulary: string;
  /** The row of the output that becomes the vector: the first row ([CLS]), or the mean of all rows. */
  readonly pooling: 'first' | 'mean';
  /** Text in front of each window, with its space at the end; empty if the model expects none. */
  readonly prefixes: Readonly<Record<InputType, string>>;
  /** Size of the position table of the model: the largest possible window. */
  readonly maxTokens: number;
}

/** Format of bge-small-en-v1.5 and of other BERT models without prefixes. */
export const BERT_FORMAT: EmbeddingFormat = {
  tokeniser: 'word-piece',
  vocabulary: 'tokenizer.json',
  pooling: 'first',
  prefixes: { query: '', passage: '' },
  maxTokens: 512,
};

/** Throws an Error that names the field if `value` is not an EmbeddingFormat. */
export function parseEmbeddingFormat(value: unknown, model: string): void {
  const format = (value ?? {}) as Partial<Record<keyof EmbeddingFormat, unknown>>;
  const prefixes = (format.prefixes ?? {}) as Partial<Record<InputType, unknown>>;
  const rules: [field: string, isValid: boolean, expected: string][] = [
    ['tokeniser', ['word-piece', 'unigram'].includes(format.tokeniser as string), 'word-piece or unigram'],
    ['vocabulary', typeof format.vocabulary === 'string', 'the name of a file'],
    ['pooling', ['first', 'mean'].includes(format.pooling as string), 'first or mean'],
    ['prefixes.query', typeof prefixes.query === 'string', 'a string'],
    ['prefixes.passage', typeof prefixes.passage === 'string', 'a string'],
    [
      'maxTokens',
      Number.isInteger(format.maxTokens) && (format.maxTokens as number) >= 64,
      'an integer from 64',
    ],
  ];
  for (const [field, isValid, expected] of rules)
    if (!isValid) throw new Error(`expected ${expected} for embedding.${field} of model ${model}`);
}
