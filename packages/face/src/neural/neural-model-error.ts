/** A network file that cannot be used; the message says in one line what was expected and what came. */
export class NeuralModelError extends Error {
  override readonly name = 'NeuralModelError';
  readonly code = 'model_invalid';
}
