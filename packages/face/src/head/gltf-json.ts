import { HeadError } from './head-error.js';

/** JSON of a file nobody has checked: each value is looked at before it is used. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

export function objectFrom(value: unknown, what: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HeadError(`Expected an object for ${what}`);
  return value as JsonObject;
}

/** The object under `key`; an empty one where there is none. */
export function objectAt(from: JsonObject, key: string): JsonObject {
  return from[key] === undefined ? {} : objectFrom(from[key], key);
}

/** The list under `key`; an empty one where there is none. */
export function listAt(from: JsonObject, key: string): readonly unknown[] {
  const value = from[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new HeadError(`Expected a list for ${key}`);
  return value;
}

/** Entry `index` of the list `key` of the file's root. */
export function entryOf(root: JsonObject, key: string, index: number): JsonObject {
  const list = listAt(root, key);
  if (index >= list.length)
    throw new HeadError(`The GLB refers to ${key}[${index}], but it has ${list.length} ${key}`);
  return objectFrom(list[index], `${key}[${index}]`);
}

/** A whole number that is not negative, up to 2^32; `otherwise` where there is none. */
export function countAt(from: JsonObject, key: string, otherwise?: number): number {
  const value = from[key] ?? otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2 ** 32)
    throw new HeadError(`Expected a whole number for ${key}, received ${JSON.stringify(value) ?? 'none'}`);
  return value;
}

/** An index into another list, or undefined. */
export function referenceAt(from: JsonObject, key: string): number | undefined {
  return from[key] === undefined ? undefined : countAt(from, key);
}

export function numbersAt(from: JsonObject, key: string, otherwise: readonly number[]): readonly number[] {
  const value = from[key];
  if (value === undefined) return otherwise;
  if (
    !Array.isArray(value) ||
    value.length !== otherwise.length ||
    !value.every((one) => typeof one === 'number' && Math.abs(one) < 1e9)
  )
    throw new HeadError(`Expected ${otherwise.length} numbers for ${key}`);
  return value;
}

export function textAt(from: JsonObject, key: string): string {
  const value = from[key];
  return typeof value === 'string' ? value : '';
}
