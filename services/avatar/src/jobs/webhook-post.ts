export interface WebhookPost {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** The connection may lead to this machine only, whatever the name resolves to. */
  onlyLoopback: boolean;
}

/**
 * Posts a text; follows no redirect, which could lead to a host that is not allowed. Resolves to the status. Rejects with
 * `webhook_not_allowed` where the name leads to an address that it may not.
 */
export type PostWebhook = (message: WebhookPost, signal: AbortSignal) => Promise<number>;
