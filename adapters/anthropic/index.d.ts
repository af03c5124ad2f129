import type { MemoryClient } from '@anima/client';
import type { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';

/** Anthropic's memory tool; its files are memories of the project. */
export declare function animaMemoryTool(
  client: MemoryClient,
  options?: { project?: string; tool?: Parameters<typeof betaMemoryTool>[1] },
): ReturnType<typeof betaMemoryTool>;
