const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/**
 * Describes waiting lines: "3 lines of October wait for an owner". `months` are `YYYY-MM`. The text names
 * their year if it is not `thisYear`.
 */
export function describeWaitingCount(count: number, months: readonly string[], thisYear: number): string {
  const monthNames = [...months].sort().map((month) => {
    const nameOfMonth = monthFormat.format(new Date(`${month}-01T00:00:00Z`));
    return month.startsWith(`${thisYear}`) ? nameOfMonth : `${nameOfMonth} ${month.slice(0, 4)}`;
  });
  const lastMonthName = monthNames.pop();
  const waitingMonthsText =
    monthNames.length > 0 ? `${monthNames.join(', ')} and ${lastMonthName}` : lastMonthName;
  return count === 1
    ? `1 line of ${waitingMonthsText} waits for an owner`
    : `${count} lines of ${waitingMonthsText} wait for an owner`;
}
