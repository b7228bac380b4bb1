const ADULT_AGE = 18;

/**
 * True from birth until the day before the eighteenth birthday. Days are `yyyy-mm-dd`. Somebody born on 29 February
 * has the birthday on 1 March in other years.
 */
export function isMinor(dateOfBirth: string, today: string): boolean {
  const adultBirthDate = `${Number(today.slice(0, 4)) - ADULT_AGE}${today.slice(4)}`;
  return dateOfBirth > adultBirthDate && dateOfBirth <= today;
}
