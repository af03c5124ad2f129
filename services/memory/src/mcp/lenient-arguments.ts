interface ArgumentSchema {
  type?: unknown;
  properties?: Readonly<Record<string, ArgumentSchema>>;
  required?: readonly string[];
  items?: ArgumentSchema;
}

/**
 * Reads the forms in which agents of several frameworks write arguments: `null` for an omitted field, and numbers, booleans, objects and
 * lists as text. A list of texts may also be separated by commas. Every other value stays as it is, for the check that follows.
 */
export function readLenient(schema: ArgumentSchema, value: unknown): unknown {
  switch (schema.type) {
    case 'object':
      return readObject(schema, typeof value === 'string' ? parsed(value, isObject) : value);
    case 'array':
      return readList(schema, value);
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^\s*-?\d{1,17}(?:\.\d{1,17})?\s*$/.test(value)
        ? Number(value)
        : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}

function readObject({ properties = {}, required = [] }: ArgumentSchema, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const schema = Object.hasOwn(properties, key) ? properties[key]! : null;
      if (schema === null) return [[key, field]];
      if (field === null && !required.includes(key)) return [];
      return [[key, readLenient(schema, field)]];
    }),
  );
}

function readList({ items = {} }: ArgumentSchema, value: unknown): unknown {
  const list = typeof value === 'string' ? parsed(value, Array.isArray) : value;
  if (Array.isArray(list)) return list.map((item) => readLenient(items, item));
  if (typeof list !== 'string' || items.type !== 'string') return value;
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The JSON in a text, if it is of this kind; else the text. */
function parsed(text: string, is: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return is(value) ? value : text;
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
