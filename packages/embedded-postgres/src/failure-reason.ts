/** Prefers a line of this process id. Early clients and a killed server's last processes write into the log too. */
export function failureReason(log: string, pid: number | undefined): string {
  const lines = log.trim().split('\n');
  const failures = lines.filter((entry) => /FATAL|PANIC|error/i.test(entry));
  const line =
    failures.findLast((entry) => entry.includes(`[${pid}]`)) ?? failures.at(-1) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:FATAL|PANIC):\s*/, '') || 'it gave no reason';
}
