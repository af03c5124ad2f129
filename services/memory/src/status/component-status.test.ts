import { describe, expect, it } from 'vitest';
import { probeComponents } from './components.js';

describe('probeComponents', () => {
  it('reports the detail of each component, and a failing component as down', async () => {
    const statuses = await probeComponents({
      good: { backend: 'ram', probe: () => 'three of them' },
      slow: { backend: 'model', probe: async () => 'answered' },
      throwing: {
        backend: 'disk',
        probe: () => {
          throw new Error('disk I/O error');
        },
      },
      rejecting: { backend: 'bus', probe: () => Promise.reject(new Error('no route')) },
    });
    expect(statuses).toMatchObject({
      good: { status: 'ok', backend: 'ram', detail: 'three of them' },
      slow: { status: 'ok', detail: 'answered' },
      throwing: { status: 'down', backend: 'disk', detail: 'disk I/O error' },
      rejecting: { status: 'down', detail: 'no route' },
    });
    for (const { latencyMs } of Object.values(statuses)) expect(latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('takes a part that hangs for down', async () => {
    const { hanging } = await probeComponents({
      hanging: { backend: 'bus', probe: () => new Promise<string>(() => {}) },
    });
    expect(hanging).toMatchObject({ status: 'down', detail: expect.stringContaining('no response') });
  });
});
