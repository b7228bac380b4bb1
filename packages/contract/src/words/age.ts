const ADULT_AGE = 18;

/**
 * True from birth to the day before the eighteenth birthday. Days are `yyyy-mm-dd`. A birthday on 29 February
 * counts on 1 March of other years.
 */
export function isMinor(dateOfBirth: string, today: string): boolean {
  const latest = `${Number(today.slice(0, 4)) - ADULT_AGE}${today.slice(4)}`;
  return dateOfBirth > latest && dateOfBirth <= today;
}
