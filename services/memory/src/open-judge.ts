import { join, resolve } from 'node:path';
import { installedModels, ModelsError, resolveDataDir } from '@anima/models';
import { AppError } from '@anima/service/errors';
import { JUDGE_RUNTIME } from './archive/files/own-files.js';
import type { MemoryConfig } from './config.js';
import { createChatModel } from './judge/chat/chat-model.js';
import { mayReceiveTexts } from './judge/chat/server-url.js';
import type { ChoiceModel } from './judge/choice-model.js';
import { createLlamaModel } from './judge/llama/llama-model.js';

/** Opens the configured LLM judge; null if the settings name none. Rejects with an error of one line. */
export async function openJudge(config: MemoryConfig): Promise<ChoiceModel | null> {
  const { MEMORY_JUDGE_URL: url, MEMORY_JUDGE_MODEL: model, MEMORY_JUDGE_API_KEY: apiKey } = config;
  if (!url) {
    if (!model) return null;
    const modelPath = await fileOf(model);
    return createLlamaModel({ modelPath, packageFolder: join(config.MEMORY_DATA_DIR, JUDGE_RUNTIME) });
  }
  if (!mayReceiveTexts(url))
    throw invalid(
      'MEMORY_JUDGE_URL',
      'an https address, or http within private networks, as http://127.0.0.1:11434/v1',
    );
  if (!model) throw invalid('MEMORY_JUDGE_MODEL', 'the name of the model at MEMORY_JUDGE_URL');
  return createChatModel({ url, model, apiKey: apiKey ?? null });
}

/** Resolves a path, or the name of an installed model. */
async function fileOf(model: string): Promise<string> {
  if (/[/\\]|\.gguf$/i.test(model)) return resolve(model);
  const installed = await installedModels(resolveDataDir()).catch((error: unknown) => {
    if (!(error instanceof ModelsError)) throw error;
    throw new AppError('invalid_configuration', `MEMORY_JUDGE_MODEL: ${error.message}`, { cause: error });
  });
  const judges = installed.filter(({ engine }) => engine === 'judge');
  const found = judges.find(({ name }) => name === model);
  if (found !== undefined) return found.paths[0]!;
  throw invalid(
    'MEMORY_JUDGE_MODEL',
    `a GGUF file, or a judge that is installed; fetch one with: npx anima models fetch ${model}`,
  );
}

function invalid(setting: string, expected: string): AppError {
  return new AppError('invalid_configuration', `${setting}: expected ${expected}`);
}
