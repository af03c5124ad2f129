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
export async function probeComponents<Name extends string>(
  components: Record<Name, Component>,
): Promise<Record<Name, ComponentStatus>> {
  const names = Object.keys(components) as Name[];
  const statuses = await Promise.all(names.map((name) => probeComponent(components[name])));
  return Object.fromEntries(names.map((name, at) => [name, statuses[at]])) as Record<Name, ComponentStatus>;
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
