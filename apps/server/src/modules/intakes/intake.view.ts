import type { Intake, IntakeSummary } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { IntakeRow } from './intake.entity.ts';

export const seatsLeft = ({ seats, taken }: Pick<IntakeRow, 'seats' | 'taken'>): number | null =>
  seats == null ? null : Math.max(0, seats - (taken ?? 0));

const columns = [
  'programId',
  'startsOn',
  'appliesUntil',
  'seats',
  'place',
  'note',
  'isOpen',
  'taken',
] as const;

const fieldsOf = (row: Pick<IntakeRow, (typeof columns)[number]>) => ({
  programId: row.programId,
  startsOn: row.startsOn,
  appliesUntil: row.appliesUntil ?? null,
  seats: row.seats ?? null,
  place: row.place ?? null,
  note: row.note ?? null,
  isOpen: row.isOpen,
  seatsLeft: seatsLeft(row),
});

export const intakeView = (row: IntakeRow): Intake => ({ ...storedView(row), ...fieldsOf(row) });

export const intakeSummary = summaryOf<IntakeRow>()(
  ['id', ...columns],
  (row): IntakeSummary => ({ id: row.id, ...fieldsOf(row) }),
  { narrowed: ({ programId }: { programId?: number }) => (programId ? { programId } : {}) },
);
