/** Asks a server that speaks OpenAI's protocol. Texts and key go where the setting says, and nowhere that another machine says. */
export function postJson(
  url: string,
  body: object,
  { apiKey, signal }: { apiKey: string | null; signal: AbortSignal },
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
  });
}

/** What `fetch` throws has its reason in its cause. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
