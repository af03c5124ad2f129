type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId?: string;
  requestBody?: { content: Record<string, { schema?: Json }> };
  responses?: Record<string, { content?: Record<string, { schema?: Json }> }>;
}

const BODY_TYPES = ['object', 'array'];
const STANDARD_FORMATS = new Set(['uuid', 'date', 'date-time', 'uri']);

/**
 * Returns faults of an OpenAPI document that break readers such as client generators; empty if it has no
 * fault.
 */
export function documentFaults(document: object): string[] {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  const faults: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const faultsHere = [...bodyFaults(operation), ...answerFaults(operation), ...wordFaults(operation)];
      faults.push(...faultsHere.map((fault) => `${method.toUpperCase()} ${path}: ${fault}`));
    }
  }
  return faults;
}

function bodyFaults({ requestBody }: Operation): string[] {
  return Object.entries(requestBody?.content ?? {})
    .filter(([, { schema }]) => ![schema?.type].flat().every((type) => BODY_TYPES.includes(String(type))))
    .map(([mediaType]) => `its body as ${mediaType} has no type`);
}

/** Every response with content has a schema. */
function answerFaults({ responses = {} }: Operation): string[] {
  const faults = 'default' in responses ? [] : ['other errors are not named'];
  for (const [status, { content = {} }] of Object.entries(responses)) {
    const isEmpty = ['101', '202', '204', '304'].includes(status);
    if (!isEmpty && Object.keys(content).length === 0) faults.push(`its answer ${status} has no media type`);
    if (content['application/json'] !== undefined && !hasText(content['application/json'].schema))
      faults.push(`its answer ${status} is called JSON and not described`);
  }
  return faults;
}

function hasText(schema: Json = {}): boolean {
  return ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((keyword) => keyword in schema);
}

/** Patterns that not every dialect of regular expressions reads alike, and formats that only one reader knows. */
function wordFaults(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { pattern, format } = node as Json;
  const faults = Object.values(node).flatMap(wordFaults);
  if (typeof pattern === 'string' && /\\[pPuUkb1-9]|\(\?[<!=]/.test(pattern))
    faults.push(`its pattern ${pattern} is not portable`);
  if (typeof format === 'string' && !STANDARD_FORMATS.has(format))
    faults.push(`its format ${format} is not a standard one`);
  return faults;
}
