/** Remembers that something failed, so that callers do not wait for it one after the other. */
export function outage(pauseMs: number) {
  let endsAt = Number.NEGATIVE_INFINITY;
  return {
    /** True while it should be left alone. */
    isOn: (): boolean => performance.now() < endsAt,
    begin: (): void => {
      endsAt = performance.now() + pauseMs;
    },
  };
}
