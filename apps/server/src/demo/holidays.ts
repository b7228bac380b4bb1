const DAY_MS = 24 * 60 * 60 * 1000;

/** Days here are midnights in UTC. */
export const dayAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);

/** Holidays of Uganda that have the same day each year, as month and day. */
const fixed = new Set('1-1 1-26 2-16 3-8 5-1 6-3 6-9 10-9 12-25 12-26'.split(' '));

/** The first day after Ramadan and the tenth day of the month of pilgrimage. */
const eids = new Set(['10-1', '12-10']);
const islamic = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

function isEid(day: Date): boolean {
  const parts = Object.fromEntries(islamic.formatToParts(day).map(({ type, value }) => [type, value]));
  return eids.has(`${parts.month}-${parts.day}`);
}

/** The algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): Date {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1));
}

/** A public holiday of Uganda. The sighting of the moon may move an Eid by a day, so three days count. */
export function isHoliday(day: Date): boolean {
  if (fixed.has(`${day.getUTCMonth() + 1}-${day.getUTCDate()}`)) return true;
  const sinceEaster = (day.getTime() - easterSunday(day.getUTCFullYear()).getTime()) / DAY_MS;
  return sinceEaster === -2 || sinceEaster === 1 || [-1, 0, 1].some((near) => isEid(dayAfter(day, near)));
}
