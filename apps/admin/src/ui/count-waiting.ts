const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** "3 lines of October wait for an owner". `months` are `YYYY-MM`, and name their year when it is not `thisYear`. */
export function countWaiting(count: number, months: readonly string[], thisYear: number): string {
  const names = [...months].sort().map((month) => {
    const name = monthName.format(new Date(`${month}-01T00:00:00Z`));
    return month.startsWith(`${thisYear}`) ? name : `${name} ${month.slice(0, 4)}`;
  });
  const last = names.pop();
  const when = names.length > 0 ? `${names.join(', ')} and ${last}` : last;
  return count === 1 ? `1 line of ${when} waits for an owner` : `${count} lines of ${when} wait for an owner`;
}
