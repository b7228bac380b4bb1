import type { FeeMethod } from '@institute/contract/fees.constants';

interface Charge {
  person: number;
  amount: number;
  dueOn: string;
  /** Day on which it was written. */
  writtenOn: string;
}

interface Movement {
  writtenOn: string;
  method: FeeMethod;
  amount: number;
  /** Address of the account that has the cash. */
  box: string;
}

interface Share {
  person: number;
  amount: number;
  writtenOn: string;
}

const add = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The money of a school as plain rows that are added up in a second way, without any code of the product. Amounts are
 * whole UGX, days are `yyyy-mm-dd` in Kampala.
 */
export class MonthBook {
  readonly charges: Charge[] = [];
  readonly movements: Movement[] = [];
  readonly shares: Share[] = [];
  readonly #closed = new Map<string, number>();

  account(person: number, asOf: string) {
    const own = <Row extends { person: number; writtenOn: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.person === person && row.writtenOn <= asOf);
    const charges = own(this.charges);
    const charged = add(charges);
    const paid = add(own(this.shares));
    const due = add(charges.filter(({ dueOn }) => dueOn <= asOf));
    return { charged, paid, balance: charged - paid, overdue: Math.max(0, due - paid) };
  }

  /** Money that came and belongs to nobody yet. */
  unassigned(): number {
    return add(this.movements) - add(this.shares);
  }

  /** Cash of somebody that no closing has. */
  openCash(box: string): number {
    const cash = add(this.movements.filter((one) => one.method === 'cash' && one.box === box));
    return cash - (this.#closed.get(box) ?? 0);
  }

  close(box: string): void {
    this.#closed.set(box, (this.#closed.get(box) ?? 0) + this.openCash(box));
  }

  closed(box: string): number {
    return this.#closed.get(box) ?? 0;
  }

  /** Sums by day and method, without empty ones. */
  takings(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { writtenOn, method, amount } of this.movements) {
      const key = `${writtenOn} ${method}`;
      sums.set(key, (sums.get(key) ?? 0) + amount);
    }
    return sums;
  }
}
