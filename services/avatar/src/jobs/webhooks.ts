import { createHmac } from 'node:crypto';
import { AppError } from '@anima/service/errors';
import { isLoopbackName } from '@anima/service/host-names';
import type { MaybePromise } from '@anima/service/maybe-promise';
import { coalesced } from './transient-errors.js';
import type { PendingWebhook, WebhookOutbox } from './webhook-outbox.js';

/** Notifies other programs that a job has finished. */
export interface Webhooks {
  /** Throws `webhook_not_allowed` where messages may not go. */
  assertAllowed(url: string): void;
  /** Delivers pending webhooks in the background. Call it when a job has finished. */
  wake(): void;
  /** Stops delivery. Undelivered webhooks stay pending. */
  close(): Promise<void>;
}

export interface WebhooksOptions {
  outbox: WebhookOutbox;
  /** Returns the body of the message, or null if the job does not exist any more. */
  bodyOf: (jobId: string) => MaybePromise<unknown>;
  /** Allowed hosts in lower case, in addition to loopback. */
  hosts: readonly string[];
  secret: string;
  clock: () => number;
  post: PostWebhook;
  onGivenUp: (url: string, reason: unknown) => void;
  /** The outbox cannot be read or written, as on a full disk; it is tried again. */
  onTrouble: (error: unknown) => void;
  /** Between one try and the next; the last one holds for all further tries. */
  delaysMs?: readonly number[];
}

const MINUTE_MS = 60_000;
const DELAYS_MS = [1_000, 5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];
/** Delivery ends after this time. */
const TRIES_END_MS = 24 * 60 * MINUTE_MS;
/** Concurrent deliveries. */
const LANES = 8;
const TROUBLE_WAIT_MS = 30_000;
/** Longer than a delivery takes. The webhooks of a process that died become due again after this time. */
const LEASE_MS = 60_000;

/**
 * Messages are signed as `X-Avatar-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 over `<seconds>.<body>`. The
 * signature includes the time, so an old message cannot be replayed. A message may arrive twice, for example
 * if the service dies before it records the response: `X-Avatar-Delivery`, the id of the job, is then the
 * same.
 */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { outbox, secret, clock, post, onGivenUp, onTrouble, delaysMs = DELAYS_MS } = options;
  const stopping = new AbortController();
  const sending = new Map<string, Promise<void>>();
  /**
   * Outcomes of deliveries that are not stored yet. Each is stored at `at`, before the message is sent again.
   */
  const unwritten = new Map<string, { write: () => Promise<void>; at: number }>();
  let timer: NodeJS.Timeout | undefined;

  const pump = coalesced(async () => {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    try {
      for (const [jobId, { write, at }] of unwritten) if (at <= clock()) await note(jobId, write);
      const claimed = sending.size < LANES ? await outbox.claim(LANES - sending.size, LEASE_MS) : [];
      // A lease may have ended whose message is still on its way, or sent and not noted.
      const isBusy = (jobId: string) => sending.has(jobId) || unwritten.has(jobId);
      for (const line of claimed.filter(({ jobId }) => !isBusy(jobId))) {
        const sent = deliver(line).finally(() => {
          sending.delete(line.jobId);
          void pump();
        });
        sending.set(line.jobId, sent);
      }
      const next = await outbox.dueInMs();
      if (next !== null && !stopping.signal.aborted) sleep(next);
    } catch (error) {
      onTrouble(error);
      sleep(TROUBLE_WAIT_MS);
    }
  });

  function sleep(ms: number): void {
    // Polls while entries are being sent or are not stored.
    const least = sending.size + unwritten.size > 0 ? 1_000 : 0;
    timer = setTimeout(pump, Math.min(Math.max(ms, least), 60 * MINUTE_MS));
    timer.unref();
  }

  async function note(jobId: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
      unwritten.delete(jobId);
    } catch (error) {
      onTrouble(error);
      unwritten.set(jobId, { write, at: clock() + TROUBLE_WAIT_MS });
    }
  }

  async function deliver({ jobId, url, tries, ageMs }: PendingWebhook): Promise<void> {
    const { reason, isFinal } = await attempt(jobId, url);
    if (stopping.signal.aborted && reason !== null) return note(jobId, () => outbox.handBack(jobId));
    const delayMs = delaysMs[Math.min(tries, delaysMs.length - 1)]!;
    const isOver = reason === null || isFinal || ageMs + delayMs > TRIES_END_MS;
    await note(jobId, () => (isOver ? outbox.settle(jobId) : outbox.postpone(jobId, delayMs)));
    if (isOver && reason !== null) onGivenUp(url, reason);
  }

  /** Delivers a message. `reason` is null if it was delivered, or if there is no message any more. */
  async function attempt(jobId: string, url: string): Promise<{ reason: unknown; isFinal: boolean }> {
    try {
      // Again: the setting may be another one by now, and a job that was restored may name anything.
      assertAllowed(url);
      const body = await options.bodyOf(jobId);
      if (body === null) return { reason: null, isFinal: true };
      const text = JSON.stringify(body);
      const seconds = Math.floor(clock() / 1000);
      const signature = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'x-avatar-signature': `t=${seconds},v1=${signature}`,
        'x-avatar-delivery': jobId,
      };
      const onlyLoopback = !isListed(new URL(url));
      const status = await post({ url, body: text, headers, onlyLoopback }, stopping.signal);
      // A 4xx status is final, except 408 and 429.
      const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
      return { reason: status >= 200 && status < 300 ? null : `answered ${status}`, isFinal: isRefusal };
    } catch (reason) {
      return { reason, isFinal: reason instanceof AppError };
    }
  }

  const isListed = ({ hostname }: URL) => options.hosts.includes(hostname.toLowerCase());

  function assertAllowed(text: string): void {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new AppError('webhook_not_allowed', 'Expected an http or https address for webhook_url');
    if (url.username !== '' || url.password !== '')
      throw new AppError('webhook_not_allowed', 'Expected no user name and no password in webhook_url');
    if (isLoopbackName(url.hostname) || isListed(url)) return;
    throw new AppError(
      'webhook_not_allowed',
      `Expected a loopback host or one of AVATAR_WEBHOOK_HOSTS for webhook_url, received ${url.hostname}`,
    );
  }

  return {
    assertAllowed,
    wake: () => void setImmediate(pump),
    async close() {
      stopping.abort();
      await pump();
      await Promise.all(sending.values());
    },
  };
}

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
