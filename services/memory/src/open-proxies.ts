import type { MemoryConfig } from './config.js';
import type { ProxyOptions } from './proxy/proxy-routes.js';
import { createUpstream, type Upstream, upstreamBase } from './proxy/upstream/upstream.js';

/** Creates the upstreams of the configured proxies. */
export function openProxies(
  config: MemoryConfig,
): Pick<ProxyOptions, 'upstreams' | 'memoryLimits' | 'maxBodyBytes'> & { close(): void } {
  const timeoutMs = config.MEMORY_PROXY_TIMEOUT_SECONDS * 1000;
  const open = (
    setting: 'MEMORY_PROXY_OPENAI' | 'MEMORY_PROXY_ANTHROPIC',
    options: { hasVersion: boolean },
  ): Upstream | null => {
    const address = config[setting]?.trim() ?? '';
    return address === '' ? null : createUpstream(upstreamBase(setting, address, options), timeoutMs);
  };
  const upstreams = {
    openai: open('MEMORY_PROXY_OPENAI', { hasVersion: false }),
    // Clients of Anthropic append /v1 to the address themselves.
    anthropic: open('MEMORY_PROXY_ANTHROPIC', { hasVersion: true }),
  };
  return {
    upstreams,
    memoryLimits: { maxTokens: config.MEMORY_PROXY_TOKENS, recallMs: config.MEMORY_PROXY_RECALL_MS },
    maxBodyBytes: config.MEMORY_PROXY_MAX_BODY_BYTES,
    close() {
      upstreams.openai?.close();
      upstreams.anthropic?.close();
    },
  };
}
