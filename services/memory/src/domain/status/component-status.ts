/** A part of the service that can be up or down by itself. */
export interface Component {
  backend: string;
  /** Does a little of the part's real work; resolves to what is worth telling, rejects when the part is down. */
  probe(): Promise<string> | string;
}

export interface ComponentStatus {
  status: 'ok' | 'down';
  backend: string;
  latencyMs: number;
  detail: string;
}

const PROBE_TIMEOUT_MS = 2_000;

/** Probes all parts at once. A part that hangs is down; nothing here throws. */
export async function probeComponents<Components extends Partial<Record<string, Component>>>(
  components: Components,
): Promise<{ [Name in keyof Components]: ComponentStatus }> {
  const probed = Object.entries(components).map(
    async ([name, component]) => component && ([name, await probeComponent(component)] as const),
  );
  const statuses = (await Promise.all(probed)).filter((entry) => entry !== undefined);
  return Object.fromEntries(statuses) as { [Name in keyof Components]: ComponentStatus };
}

async function probeComponent({ backend, probe }: Component): Promise<ComponentStatus> {
  const started = performance.now();
  const latencyMs = () => Math.round((performance.now() - started) * 100) / 100;
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no answer within ${PROBE_TIMEOUT_MS} ms`)),
        PROBE_TIMEOUT_MS,
      );
    });
    const detail = await Promise.race([Promise.resolve().then(probe), timeout]);
    return { status: 'ok', backend, latencyMs: latencyMs(), detail };
  } catch (error) {
    return { status: 'down', backend, latencyMs: latencyMs(), detail: (error as Error).message };
  } finally {
    clearTimeout(timer);
  }
}
