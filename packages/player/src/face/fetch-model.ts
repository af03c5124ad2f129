/** As much as the catalog takes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The file of a face. Rejects with what the service says where it gives none. */
export async function fetchModel(url: string, request: RequestInit): Promise<Blob> {
  const answer = await fetch(url, request);
  if (!answer.ok) throw new Error(`The face cannot be loaded: ${await detailOf(answer)}`);
  if (Number(answer.headers.get('content-length')) > MOST_BYTES) {
    await answer.body?.cancel();
    throw new Error(`Expected a face of at most ${MOST_BYTES / 1024 / 1024} MB`);
  }
  return answer.blob();
}

async function detailOf(answer: Response): Promise<string> {
  const problem: unknown = await answer.json().catch(() => null);
  const { detail } = Object(problem) as { detail?: unknown };
  return typeof detail === 'string' ? detail : `status ${answer.status}`;
}
