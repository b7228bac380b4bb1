/**
 * The reason that the server of this process id wrote to its log. Others write there too: clients that came too early, and the
 * last processes of a killed server.
 */
export function failureReason(log: string, pid: number | undefined): string {
  const lines = log.trim().split('\n');
  const failures = lines.filter((entry) => /FATAL|PANIC|error/i.test(entry));
  const line =
    failures.findLast((entry) => entry.includes(`[${pid}]`)) ?? failures.at(-1) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:FATAL|PANIC):\s*/, '') || 'it gave no reason';
}
