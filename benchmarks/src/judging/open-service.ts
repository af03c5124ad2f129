import { startTestService } from '@anima/memory/dist/testing/test-service.js';
import { openKeptEmbeddings } from './kept-embeddings.js';

/** A service as it ships, in this process and on an empty directory, called over HTTP. */
export interface OpenService {
  readonly url: string;
  /** The body of the answer; rejects on any status but 2xx. */
  post<T>(path: string, body: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
  /** Whether this build's route takes the field: older builds are measured without it. */
  takes(path: string, field: string): boolean;
  close(): Promise<void>;
}

/** With what the environment says of judges and the cache. */
export async function openService(): Promise<OpenService> {
  const embedder = await openKeptEmbeddings();
  const settings = Object.entries(process.env).filter(([name]) => /^MEMORY_(?:JUDGE|CACHE)_/.test(name));
  const service = await startTestService(Object.fromEntries(settings) as Record<string, string>, {
    embedder,
  });
  const bodyOf = <T>(path: string, { status, body }: { status: number; body: unknown }): T => {
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  };
  const document = bodyOf<OpenApiDocument>('openapi', await service.get('/openapi.json'));
  return {
    url: service.url,
    post: async (path, body) => bodyOf(path, await service.post(path, body)),
    get: async (path) => bodyOf(path, await service.get(path)),
    takes: (path, field) => bodyFields(document, path).includes(field),
    close: async () => {
      await service.close();
      await embedder.close();
    },
  };
}

interface OpenApiDocument {
  paths: Record<
    string,
    { post?: { requestBody?: { content: Record<string, { schema: { properties?: object } }> } } }
  >;
}

function bodyFields({ paths }: OpenApiDocument, path: string): string[] {
  const { content = {} } = paths[path]?.post?.requestBody ?? {};
  return Object.keys(content['application/json']?.schema.properties ?? {});
}
