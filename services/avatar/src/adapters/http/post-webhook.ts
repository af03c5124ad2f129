const TIMEOUT_MS = 10_000;

/** Posts a text; follows no redirect, which could lead to a host that is not allowed. Resolves to the status. */
export async function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    headers,
    body,
  });
  await response.body?.cancel();
  return response.status;
}
