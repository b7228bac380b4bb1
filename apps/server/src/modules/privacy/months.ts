/** Keeps the time of day. Takes the month's last day when the month is too short. */
export function monthsBefore(now: Date, months: number): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const before = new Date(now);
  before.setUTCFullYear(year, month, Math.min(now.getUTCDate(), lastDay));
  return before;
}
