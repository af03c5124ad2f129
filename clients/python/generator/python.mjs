// Names, strings and docstrings of Python.

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield self'
  ).split(' '),
);

export const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const pascalCase = (name) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const isKeyword = (name) => KEYWORDS.has(name);

/** Returns a name that Python accepts: a keyword gets an underscore, other characters become underscores. */
export function identifier(name) {
  const plain = name.replace(/\W/g, '_').replace(/^_+|^(?=\d)/, '');
  return isKeyword(plain) ? `${plain}_` : plain;
}

/** JSON strings of these documents are strings of Python too. */
export const literal = (value) =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);

/** Returns the lines of a docstring; the last sentence gets a full stop. */
export function docstring(text, indent) {
  const safe = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  const closed = /[.!?]$/.test(safe) ? safe : `${safe}.`;
  const lines = closed.split('\n').map((line) => line.trimEnd());
  const rest = lines.slice(1).map((line) => (line === '' ? '' : indent + line));
  return [`${indent}"""${lines[0]}`, ...rest].join('\n') + (lines.length > 1 ? `\n${indent}"""` : '"""');
}
