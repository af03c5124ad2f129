/** Whether a text in this value, the name of a field included, has U+0000, which PostgreSQL does not keep. However deep it is nested. */
export function holdsNul(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node === 'string') {
      if (node.includes('\0')) return true;
    } else if (typeof node === 'object' && node !== null) {
      for (const name in node) left.push(name, (node as Record<string, unknown>)[name]);
    }
  }
  return false;
}
