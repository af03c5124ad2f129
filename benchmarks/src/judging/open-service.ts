import { startTestService } from '@anima/memory/dist/testing/test-service.js';
import { openCachedEmbeddings } from './cached-embeddings.js';

/** A service with its shipped defaults, in this process and on an empty directory, called over HTTP. */
export interface OpenService {
  /** Returns the body of the response. Rejects if the status is 300 or higher. */
  post<T>(path: string, body: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Opens a service with the MEMORY_JUDGE_* and MEMORY_CACHE_* settings of the environment. */
export async function openService(): Promise<OpenService> {
  const embedder = await openCachedEmbeddings();
  const settings = Object.entries(process.env).filter(([name]) => /^MEMORY_(?:JUDGE|CACHE)_/.test(name));
  const service = await startTestService(Object.fromEntries(settings) as Record<string, string>, {
    embedder,
  });
  return {
    async post<T>(path: string, sent: unknown): Promise<T> {
      const { status, body } = await service.post(path, sent);
      if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
      return body as T;
    },
    async close() {
      await service.close();
      await embedder.close();
    },
  };
}
