import { createHmac } from 'node:crypto';
import { AppError, isLoopbackName } from '@anima/service';

/** Tells other programs that a job has reached its end. */
export interface Webhooks {
  /** Throws `webhook_not_allowed` where messages may not go. */
  assertAllowed(url: string): void;
  /** Sends in the background, several times where it must; what a stopping service has not sent is not sent. */
  send(url: string, message: WebhookMessage): void;
  close(): Promise<void>;
}

export interface WebhookMessage {
  /** Also the id of the delivery: the receiver knows a repeated one by it. */
  jobId: string;
  body: unknown;
}

export interface WebhooksOptions {
  /** Lower case, beside loopback. */
  hosts: readonly string[];
  secret: string;
  clock: () => number;
  post: (url: string, body: string, headers: Record<string, string>, signal: AbortSignal) => Promise<number>;
  onGivenUp: (url: string, reason: unknown) => void;
  /** Between one try and the next. */
  delaysMs?: readonly number[];
}

const DELAYS_MS = [1_000, 5_000, 30_000, 120_000];

/**
 * Signed as `X-Avatar-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 over `<seconds>.<body>`: the time is part of what is
 * signed, so that an old message cannot be sent again.
 */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { secret, clock, post, onGivenUp, delaysMs = DELAYS_MS } = options;
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();

  async function deliver(url: string, { jobId, body }: WebhookMessage): Promise<void> {
    const text = JSON.stringify(body);
    let reason: unknown;
    for (const delay of [0, ...delaysMs]) {
      await pause(delay, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        const seconds = Math.floor(clock() / 1000);
        const signature = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex');
        const status = await post(
          url,
          text,
          {
            'content-type': 'application/json',
            'x-avatar-signature': `t=${seconds},v1=${signature}`,
            'x-avatar-delivery': jobId,
          },
          stopping.signal,
        );
        if (status >= 200 && status < 300) return;
        reason = `answered ${status}`;
        // 4xx is a refusal that another try does not change, but for "later" and "too many".
        if (status >= 400 && status < 500 && status !== 408 && status !== 429) break;
      } catch (error) {
        reason = error;
      }
    }
    if (!stopping.signal.aborted) onGivenUp(url, reason);
  }

  return {
    assertAllowed(url) {
      const { hostname } = new URL(url);
      if (isLoopbackName(hostname) || options.hosts.includes(hostname.toLowerCase())) return;
      throw new AppError(
        'webhook_not_allowed',
        `Expected a loopback host or one of AVATAR_WEBHOOK_HOSTS for webhook_url, received ${hostname}`,
      );
    },

    send(url, message) {
      const delivery = deliver(url, message).finally(() => sending.delete(delivery));
      sending.add(delivery);
    },

    async close() {
      stopping.abort();
      await Promise.all(sending);
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
