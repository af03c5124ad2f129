/** Listeners by event type, called in the order in which they were added. */
export interface Listeners<Events> {
  /** Returns what takes the listener away again. */
  on<Type extends keyof Events>(type: Type, listener: (detail: Events[Type]) => void): () => void;
  tell<Type extends keyof Events>(type: Type, detail: Events[Type]): void;
}

/** Creates listeners. Errors of a listener are reported as uncaught. */
export function createListeners<Events>(): Listeners<Events> {
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>();
  return {
    on(type, listener) {
      const all = listeners.get(type) ?? new Set();
      listeners.set(type, all.add(listener));
      return () => all.delete(listener);
    },
    tell(type, detail) {
      for (const listener of [...(listeners.get(type) ?? [])]) {
        try {
          (listener as (detail: Events[typeof type]) => void)(detail);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
