import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { CheckedLines, type LineError } from './checked-lines.js';

const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

async function pass(...chunks: (string | Buffer)[]): Promise<{ lines: string[]; errors: number[] }> {
  const errors: LineError[] = [];
  const checked = new CheckedLines((error) => errors.push(error));
  const passed = await text(Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))).pipe(checked));
  return { lines: passed.split('\n').slice(0, -1), errors: errors.map(({ code }) => code) };
}

it.each<[string, (string | Buffer)[], string[], number[]]>([
  ['a message', [`${message}\n`], [message], []],
  [
    'messages in pieces',
    [message.slice(0, 9), `${message.slice(9)}\n${message}`, '\r\n'],
    [message, `${message}\r`],
    [],
  ],
  ['a message without an end', [message], [message], []],
  ['a byte order mark', [`\ufeff${message}\n`], [message], []],
  ['empty lines', ['\n \r\n', message], [message], []],
  ['a line that is not JSON', [`hello\n${message}\n`], [message], [-32700]],
  ['a batch', [`[${message}]\n${message}\n`], [message], [-32600]],
  ['Latin-1', [Buffer.from('{"id":1,"name":"caf\xe9"}\n', 'latin1'), message], [message], [-32700]],
  ['a line without end', ['x'.repeat(17 * 1024 * 1024), `\n${message}\n`], [message], [-32600]],
])('passes and reports %s', async (_name, chunks, lines, errors) => {
  expect(await pass(...chunks)).toEqual({ lines, errors });
});
