// Types of the parts of an operation, as openapi-typescript describes it.

/** The operation of a path with a method; never if the document does not have it. */
export type OperationAt<Paths, Path extends keyof Paths, Method extends string> =
  Paths[Path] extends Record<Lowercase<Method>, infer Operation> ? Operation : never;

export type BodyOf<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;

/** The JSON body of a successful response; undefined without a body. */
export type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? keyof Responses & (200 | 201 | 202) extends never
    ? undefined
    : JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
