/** After a failure, further callers do not wait for the service too. */
export function outage(pauseMs: number) {
  let endsAt = Number.NEGATIVE_INFINITY;
  return {
    isOn: (): boolean => performance.now() < endsAt,
    begin: (): void => {
      endsAt = performance.now() + pauseMs;
    },
  };
}
