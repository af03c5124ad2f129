import type { MaybePromise } from '@anima/service/maybe-promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../memory/memory.js';
import type { StoreUnderTest } from '../memory/memory-store.contract.js';
import type { AgentRegistry } from './agent-registry.js';
import { createAgents } from './agents.js';

export interface AgentsUnderTest extends StoreUnderTest {
  agents: AgentRegistry;
  reopen(): Promise<AgentsUnderTest>;
}

const TIMEOUT_MS = 1_000;
const DAY_MS = 86_400_000;

/** Tests the promises of AgentRegistry and AgentWrites, for every adapter. */
export function testAgentRegistry(name: string, create: () => MaybePromise<AgentsUnderTest>): void {
  describe(`${name} keeps the promises of AgentRegistry`, () => {
    let under: AgentsUnderTest;
    let alpha: Project;
    let time: number;
    beforeEach(async () => {
      under = await create();
      alpha = await under.store.proposeProject('alpha');
      time = 100 * DAY_MS;
    });
    afterEach(() => under.dispose());

    const agents = () =>
      createAgents({
        registry: under.agents,
        withTransaction: under.withTransaction,
        timeoutMs: TIMEOUT_MS,
        clock: () => time,
      });
    const storedAgents = async () => (await under.agents.heardAfter(0)).map(({ agentId }) => agentId);
    const eventAgents = async () => (await under.events.after(0, 100)).map(({ data }) => data.agent_id);

    it('lists the agents seen within the timeout, with their connection time and project, also after reopening', async () => {
      const answered = await agents().heartbeat('ann', alpha);
      expect(answered).toEqual({
        agentId: 'ann',
        project: alpha,
        connectedAt: time,
        lastSeenAt: time,
        expiresAt: time + TIMEOUT_MS,
      });
      time += 10;
      await agents().heartbeat('bob', alpha);
      under = await under.reopen();
      time += TIMEOUT_MS - 11;
      const ann = await agents().heartbeat('ann', alpha);
      expect(ann).toMatchObject({ connectedAt: answered.connectedAt, lastSeenAt: time });
      expect((await agents().connected()).map(({ agentId }) => agentId)).toEqual(['ann', 'bob']);
      time += 11;
      expect(await agents().connected()).toEqual([ann]);
      expect(await eventAgents()).toEqual(['ann', 'bob']);
    });

    it('records an event if an agent returns or changes its project, but not if it stays', async () => {
      const beta = await under.store.proposeProject('beta');
      await agents().heartbeat('ann', alpha);
      await agents().heartbeat('ann', alpha);
      time += TIMEOUT_MS;
      const back = await agents().heartbeat('ann', alpha);
      expect(back.connectedAt).toBe(time);
      time += 1;
      const moved = await agents().heartbeat('ann', beta);
      expect(moved).toMatchObject({ project: beta, connectedAt: time });
      expect((await under.events.after(0, 100)).map(({ data }) => data.project)).toEqual([
        'alpha',
        'alpha',
        'beta',
      ]);
      expect(await under.store.project('beta')).toEqual(beta);
    });

    it('removes agents that were last seen 30 days ago when a new agent connects', async () => {
      await agents().heartbeat('gone', alpha);
      time += 29 * DAY_MS;
      await agents().heartbeat('seldom', alpha);
      expect(await storedAgents()).toEqual(['seldom', 'gone']);
      time += DAY_MS;
      await agents().heartbeat('new', alpha);
      expect(await storedAgents()).toEqual(['new', 'seldom']);
    });

    it('keeps the most recently seen agents if there are too many', async () => {
      const put = (agentId: string) =>
        under.withTransaction(async (tx) => {
          time++;
          await tx.agents.forget(0, 20);
          await tx.agents.put({ agentId, project: alpha, connectedAt: time, lastSeenAt: time });
        });
      for (let n = 0; n < 60; n++) {
        await put(`made up ${n}`);
        if (n % 10 === 0) await put('faithful');
        expect((await storedAgents()).length).toBeLessThanOrEqual(21);
      }
      expect((await storedAgents()).length).toBeGreaterThan(13);
      expect(await storedAgents()).toContain('faithful');
      expect((await storedAgents())[0]).toBe('made up 59');
    });

    it('stores neither agent nor project if the heartbeat fails', async () => {
      const failing = under.withTransaction(async (tx) => {
        await tx.agents.put({ agentId: 'ann', project: alpha, connectedAt: time, lastSeenAt: time });
        expect(await tx.agents.byId('ann')).toMatchObject({ project: alpha });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect([await storedAgents(), await under.store.project('alpha')]).toEqual([[], null]);
    });
  });
}
