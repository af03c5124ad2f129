/** Turns text into tokens of one model. */
export interface Tokeniser {
  /** Id of the token that begins a text. */
  readonly startId: number;
  /** Id of the token that ends a text. */
  readonly endId: number;
  /** Returns the token as the vocabulary writes it. */
  piece(id: number): string;
  /** Returns the content tokens in time linear in the length of the text. */
  tokenise(text: string): { readonly ids: Int32Array };
}
