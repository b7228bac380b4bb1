import { formatLocalMoney, isPriceFree } from '../../words/money.ts';
import { addDays } from '../../words/time.ts';

/**
 * A part of the fee. `amount` is in UGX. `dueDays` are counted from the start of the course; null means that it is
 * due on acceptance.
 */
export interface Instalment {
  label: string;
  amount: number;
  dueDays: number | null;
}

export const instalmentLimits = {
  count: 12,
  label: 40,
  amount: { min: 500, max: 1_000_000_000 },
  dueDays: { min: -60, max: 730 },
} as const;

interface FeeTerms {
  /** The program's price in UGX. */
  price: number;
  program: readonly Instalment[];
  /** Takes the place of the program's list, unless it is empty. */
  intake?: readonly Instalment[] | undefined;
}

/**
 * Chooses the list of the intake, or else of the program. Without a list the whole price is one instalment, due at
 * the start. A free program has none.
 */
export function chooseInstalments({ price, program, intake = [] }: FeeTerms): readonly Instalment[] {
  if (isPriceFree(price)) return [];
  if (intake.length > 0) return intake;
  return program.length > 0 ? program : [{ label: 'Fee', amount: Math.round(price), dueDays: 0 }];
}

/**
 * Computes when each instalment is due, as `yyyy-mm-dd`. Without a start the days are counted from the acceptance,
 * and none is due before that. In the result `dueDays` is null when it is not counted from the start.
 */
export const listDueInstalments = (
  terms: FeeTerms,
  { startsOn, acceptedOn }: { startsOn: string | null; acceptedOn: string },
) =>
  chooseInstalments(terms).map(({ label, amount, dueDays }) => ({
    label,
    amount,
    dueDays: startsOn === null ? null : dueDays,
    dueOn:
      dueDays === null
        ? acceptedOn
        : startsOn === null
          ? addDays(acceptedOn, Math.max(0, dueDays))
          : addDays(startsOn, dueDays),
  }));
export type DueInstalment = ReturnType<typeof listDueInstalments>[number];

export const sumInstalments = (instalments: readonly { amount: number | null }[]): number =>
  instalments.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** Formats when an instalment is due: "30 days after the start". */
export function formatDueDays(dueDays: number | null): string {
  if (dueDays === null) return 'on acceptance';
  if (dueDays === 0) return 'at the start';
  const daysFromStart = Math.abs(dueDays);
  return `${daysFromStart} ${daysFromStart === 1 ? 'day' : 'days'} ${dueDays < 0 ? 'before' : 'after'} the start`;
}

/** Formats an instalment: "Second term: UGX 500,000, 30 days after the start". */
export const formatInstalment = ({ label, amount, dueDays }: Instalment): string =>
  `${label}: ${formatLocalMoney(amount)}, ${formatDueDays(dueDays)}`;
