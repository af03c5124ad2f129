import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCpuSession } from '@anima/inference/cpu-session';
import { loadOnnx } from '@anima/inference/load-onnx';
import type { InferenceSession } from 'onnxruntime-node';
import data from './pronunciation.json' with { type: 'json' };

/** The network that pronounces words that no lexicon has. It was trained on pronunciations of espeak-ng. */
export interface UnknownWords {
  /** Returns phonemes for the Latin letters of a word; empty without such letters. */
  read(word: string): Promise<string>;
  close(): Promise<void>;
}

/** Maximum number of cached words; a text repeats its names. */
const REMEMBERED = 1000;
/** Replacements of symbols that the voices do not have. */
const VOICED: Readonly<Record<string, string>> = data.unknownSymbols;

/** Opens the network with the first word. */
export function createUnknownWords(modelDir: string): UnknownWords {
  let opened: Promise<Net> | undefined;
  const remembered = new Map<string, string>();
  return {
    async read(word) {
      const known = remembered.get(word);
      if (known !== undefined) return known;
      opened ??= openNet(modelDir);
      const phonemes = await readLetters(await opened, word);
      if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(word, phonemes);
      return phonemes;
    },
    async close() {
      const net = await opened;
      opened = undefined;
      await net?.session.release();
    },
  };
}

interface Net {
  session: InferenceSession;
  ids: ReadonlyMap<string, number>;
  symbols: readonly string[];
  longest: number;
}

async function openNet(modelDir: string): Promise<Net> {
  const alphabet = JSON.parse(await readFile(join(modelDir, 'oov.json'), 'utf8')) as {
    in: string[];
    out: string[];
    maxlen: number;
  };
  return {
    session: await openCpuSession(join(modelDir, 'oov.onnx'), { enableCpuMemArena: false }),
    ids: new Map(alphabet.in.map((letter, i) => [letter, i + 1])),
    symbols: alphabet.out,
    longest: alphabet.maxlen,
  };
}

async function readLetters(net: Net, word: string): Promise<string> {
  const { Tensor } = loadOnnx();
  const letters = [...word].map((letter) => net.ids.get(letter)).filter((id) => id !== undefined);
  let phonemes = '';
  for (let at = 0; at < letters.length; at += net.longest) {
    const ids = letters.slice(at, at + net.longest);
    const output = (
      await net.session.run({ chars: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]) })
    ).ids;
    if (output?.type !== 'int64') throw new Error('Expected an output ids of int64 from oov.onnx');
    // Connectionist temporal classification: repetitions are one symbol, and 0 is no symbol.
    let last = 0;
    for (const id of output.data as BigInt64Array) {
      const symbol = Number(id);
      if (symbol !== 0 && symbol !== last)
        phonemes += VOICED[net.symbols[symbol - 1]!] ?? net.symbols[symbol - 1]!;
      last = symbol;
    }
  }
  return phonemes;
}
