import type { RegistrationStatus } from '@institute/contract/registrations.constants';

/** Days are counted from the first one of a history. */
export interface Line {
  amount: number;
  due: number;
  isInstalment: boolean;
}

export interface Course {
  programId: number;
  price: number;
  intakeId?: number;
  /** First day of the intake. */
  start?: number;
  /** Days after the start. Null: on acceptance. */
  parts: { amount: number; days: number | null }[];
}

/** A person's account as a plain list of the lines that were not reversed. */
export interface Person {
  id: number;
  status: RegistrationStatus;
  course: Course;
  start: number;
  lines: Line[];
  paid: number;
  wasAccepted: boolean;
  /** How often status or course has changed. */
  changes: number;
  /** How often somebody wrote to the account by hand. */
  entries: number;
}

/** Effect of a change of status on an account. */
export interface Effect {
  person: Person;
  former: RegistrationStatus;
  written: Line[];
  reversed: Line[];
  /** The person's number of changes afterwards. */
  changes: number;
  entries: number;
}

export const isSeated = (status: RegistrationStatus) => status === 'accepted' || status === 'completed';
export const isPossible = (from: RegistrationStatus, to: RegistrationStatus) =>
  from !== to && (from === 'completed' ? to === 'accepted' : to !== 'completed' || from === 'accepted');
export const add = (lines: readonly { amount: number }[]) =>
  lines.reduce((sum, line) => sum + line.amount, 0);

export function take(person: Person, isTaken: (line: Line) => boolean): Line[] {
  const taken = person.lines.filter(isTaken);
  person.lines = person.lines.filter((line) => !isTaken(line));
  return taken;
}

/** Leaves out the first instalments as far as existing charges cover them. */
function writeInstalments(person: Person, day: number): Line[] {
  const due = (days: number | null) => (days === null ? day : person.start + days);
  const parts = person.course.parts.map(({ amount, days }) => ({ amount, due: due(days) }));
  let left = add(person.lines.filter(({ isInstalment }) => isInstalment));
  const written: Line[] = [];
  for (const { amount, due } of parts.sort((one, other) => one.due - other.due)) {
    const rest = Math.max(0, amount - left);
    left = Math.max(0, left - amount);
    if (rest > 0) written.push({ amount: rest, due, isInstalment: true });
  }
  person.lines.push(...written);
  return written;
}

export function applyStatus(
  person: Person,
  to: RegistrationStatus,
  { day, reverses, mayDecide }: { day: number; reverses: boolean; mayDecide: boolean },
): Effect {
  const former = person.status;
  const sat = isSeated(former);
  const leaves = to === 'rejected' || to === 'withdrawn';
  person.status = to;
  person.wasAccepted ||= isSeated(to);
  person.changes++;
  const written = isSeated(to) && !sat ? writeInstalments(person, day) : [];
  const isReversed = (line: Line) => line.due > day && (leaves ? reverses : line.isInstalment);
  const reversed = mayDecide && sat && !isSeated(to) ? take(person, isReversed) : [];
  return noteEffect(person, { former, written, reversed });
}

const noteEffect = (person: Person, done: Pick<Effect, 'former' | 'written' | 'reversed'>): Effect => ({
  person,
  ...done,
  changes: person.changes,
  entries: person.entries,
});

/** Later lines stay, and so do those that somebody has reversed meanwhile. */
export function applyUndo({ person, former, written, reversed }: Effect): Effect {
  const undone = person.status;
  person.status = former;
  person.changes++;
  const again = reversed.map((line) => ({ ...line }));
  const taken = take(person, (line) => written.includes(line));
  person.lines.push(...again);
  return noteEffect(person, { former: undone, written: again, reversed: taken });
}

export function applyCourse(person: Person, course: Course, day: number): void {
  if (person.course === course) return;
  person.course = course;
  person.start = course.start ?? person.start;
  person.changes++;
  if (!isSeated(person.status) || !person.wasAccepted) return;
  take(person, (line) => line.isInstalment && line.due > day);
  writeInstalments(person, day);
}
