/** Below this age a parent or guardian must agree. */
const ADULT_AGE = 18;

/**
 * True from the birth until the eighteenth birthday. Both are days, `yyyy-mm-dd`. Somebody born on 29 February has it
 * on 1 March.
 */
export function isMinor(dateOfBirth: string, today: string): boolean {
  const latest = `${Number(today.slice(0, 4)) - ADULT_AGE}${today.slice(4)}`;
  return dateOfBirth > latest && dateOfBirth <= today;
}
