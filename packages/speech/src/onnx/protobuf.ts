/** Source of bytes that are read in parts, such as a large file. */
export interface ByteSource {
  readonly length: number;
  /** Returns the bytes from `start` to before `end`. They are valid until the next call. */
  bytes(start: number, end: number): Uint8Array;
}

/** A field of a message (Protocol Buffers, "Encoding"). */
export interface Field {
  readonly number: number;
  /** Value of a varint; otherwise 0. */
  readonly value: number;
  /** Range of the content, without key and length. */
  readonly start: number;
  readonly end: number;
}

const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const FIXED32 = 5;
const LONGEST_VARINT = 10;

/** Yields the fields of the message in a range. Throws if the range does not contain a complete message. */
export function* fieldsOf(
  source: ByteSource,
  start = 0,
  end: number = source.length,
): Generator<Field, void, void> {
  let at = start;
  const varint = (): number => {
    const bytes = source.bytes(at, Math.min(end, at + LONGEST_VARINT));
    let value = 0;
    for (let i = 0; i < bytes.length; i++) {
      value += (bytes[i]! & 0x7f) * 2 ** (7 * i);
      if (bytes[i]! < 0x80) {
        at += i + 1;
        return value;
      }
    }
    throw new Error(`Expected a whole number at byte ${at}, received the end or something else`);
  };
  while (at < end) {
    const key = varint();
    const number = Math.floor(key / 8);
    const wire = key % 8;
    let value = 0;
    let from = at;
    if (wire === VARINT) value = varint();
    else if (wire === FIXED32) at += 4;
    else if (wire === FIXED64) at += 8;
    else if (wire === LENGTH) {
      const length = varint();
      from = at;
      at += length;
    } else throw new Error(`Expected a field of a kind from 0, 1, 2 and 5 at byte ${from}, received ${wire}`);
    if (at > end)
      throw new Error(`Expected ${at} bytes, received ${end}: it was cut short, or is something else`);
    yield { number, value, start: from, end: at };
  }
}

export function textOf(source: ByteSource, { start, end }: Field): string {
  return Buffer.from(source.bytes(start, end)).toString('utf8');
}

export function sourceOf(bytes: Uint8Array): ByteSource {
  return { length: bytes.length, bytes: (start, end) => bytes.subarray(start, end) };
}

/** Encodes a field whose content is a message, a text or bytes. */
export function lengthField(number: number, ...contents: (Uint8Array | string)[]): Uint8Array {
  const content = Buffer.concat(
    contents.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)),
  );
  return Buffer.concat([varintOf(number * 8 + LENGTH), varintOf(content.length), content]);
}

export function varintField(number: number, value: number): Uint8Array {
  return Buffer.concat([varintOf(number * 8 + VARINT), varintOf(value)]);
}

function varintOf(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Uint8Array.from([...bytes, rest]);
}
