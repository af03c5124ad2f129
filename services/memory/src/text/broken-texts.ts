import type { FieldError } from '@anima/service/errors';

const MAX_ERRORS = 20;

/** Returns an error for each text that is not well-formed, at most 20. */
export function brokenTexts(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const steps: string[] = [];
  look(value);
  return errors;

  function look(node: unknown): void {
    if (typeof node === 'string') {
      if (node.isWellFormed() || errors.length === MAX_ERRORS) return;
      const path = steps.join('').replace(/^\./, '');
      errors.push({
        path,
        message: `Expected well-formed text for ${path}, received half of a surrogate pair`,
      });
    } else if (typeof node === 'object' && node !== null) {
      for (const name in node) {
        steps.push(Array.isArray(node) ? `[${name}]` : `.${name}`);
        look((node as Record<string, unknown>)[name]);
        steps.pop();
      }
    }
  }
}

/** Returns whether the value contains U+0000 at any depth. PostgreSQL cannot store it. */
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
