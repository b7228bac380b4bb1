/** The 99th percentile since it was last asked. */
export async function eventLoopLagMs(origin: string): Promise<number> {
  const headers = { authorization: `Bearer ${process.env.METRICS_TOKEN}` };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}
