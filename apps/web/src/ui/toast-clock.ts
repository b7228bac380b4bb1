import { TOAST_MS } from './toast.ts';

type Id = string | number;

/** Counts down the time of every toast; all clocks stand still while someone reads or uses one. */
export function toastClock(dismiss: (id: Id) => void, lifetimeMs = TOAST_MS) {
  const left = new Map<Id, number>();
  const timers = new Map<Id, { timer: ReturnType<typeof setTimeout>; since: number }>();
  const holds = new Set<string>();

  const run = (id: Id, ms: number) => {
    const timer = setTimeout(() => {
      forget(id);
      dismiss(id);
    }, ms);
    timers.set(id, { timer, since: Date.now() });
  };

  const pause = (id: Id) => {
    const running = timers.get(id);
    if (!running) return;
    clearTimeout(running.timer);
    timers.delete(id);
    left.set(id, Math.max(0, (left.get(id) ?? 0) - (Date.now() - running.since)));
  };

  const forget = (id: Id) => {
    clearTimeout(timers.get(id)?.timer);
    timers.delete(id);
    left.delete(id);
  };

  return {
    start(id: Id) {
      left.set(id, lifetimeMs);
      if (holds.size === 0) run(id, lifetimeMs);
    },
    forget,
    /** `reason` keeps hover, focus and the rest apart: only when all have ended do the clocks go on. */
    hold(reason: string, on: boolean) {
      const stood = holds.size > 0;
      if (on) holds.add(reason);
      else holds.delete(reason);
      const stands = holds.size > 0;
      if (stood === stands) return;
      for (const [id, ms] of left) {
        if (stands) pause(id);
        else run(id, ms);
      }
    },
  };
}
