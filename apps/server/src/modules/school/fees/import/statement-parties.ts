import type { StatementColumn } from '@institute/contract/fees.constants';
import { toComparablePhone } from '@institute/contract/international-phone';
import { toTypedPhone } from '@institute/contract/phone';
import type { Table, TableLine } from '../../../platform/tables/table.ts';
import { readAmount } from '../../../platform/tables/table-cells.ts';

type PartyTable = Pick<Table<StatementColumn>, 'headings' | 'columns' | 'lines'>;

/** Who paid whom, as an operator writes it. Both are texts that are equal for the same phone or wallet. */
interface Parties {
  from: string;
  to: string;
}

/** Wallets are written like phones: `FRI:204900451/MM`. */
const walletPattern = /\d+\/MM\b/gi;
/** What stands behind the slash says what a number is: `FRI:0772123456/ID` is no phone, `…/MSISDN` is one. */
const notPhonePattern =
  /FRI:\s*\d+\/(?!MSISDN\b)\w+|\d+\/(?:MM|ID|SP|ALIAS|USER(?:NAME)?|ACC(?:OUNT)?|MERCHANT|TILL|EXT(?:ERNAL)?)\b/gi;
export const removeOtherNumbers = (cell: string): string => cell.replace(notPhonePattern, ' ');

const findColumn = (headings: readonly string[], names: readonly string[]): number =>
  headings.findIndex((heading) => names.includes(heading.trim().toLowerCase()));

/** A list of transfers says of each who paid whom. Its lines can be distinguished without ids. */
export const hasParties = ({ headings }: Pick<PartyTable, 'headings'>): boolean =>
  findColumn(headings, ['from']) !== -1 && findColumn(headings, ['to']) !== -1;

function readParty(cell: string): string {
  const digits = removeOtherNumbers(cell).match(/\d{9,12}/)?.[0];
  if (!digits) return cell.match(walletPattern)?.[0]?.toUpperCase() ?? '';
  return toComparablePhone(toTypedPhone(digits));
}

/** Empty texts where the table has no such columns. */
export const makePartyReader = ({ headings }: Pick<PartyTable, 'headings'>) => {
  const [from, to] = ['from', 'to'].map((name) => findColumn(headings, [name]));
  return ({ cells }: TableLine): Parties => ({
    from: readParty(cells[from ?? -1] ?? ''),
    to: readParty(cells[to ?? -1] ?? ''),
  });
};

/** The number whose statement this is: each line comes from it or goes to it. Empty when it is not sure. */
export function findOwnNumber(table: PartyTable): string {
  const readParties = makePartyReader(table);
  const lines = table.lines
    .map((line) => ({ ...readParties(line), line }))
    .filter(({ from, to }) => from && to && from !== to);
  const [first] = lines;
  if (!first) return '';
  const [one, other] = [first.from, first.to].filter((party) =>
    lines.every(({ from, to }) => from === party || to === party),
  );
  if (!one || !other) return one ?? '';
  // Two numbers that pay each other only
  const receiver = [one, other].find((party) => lines.every(({ to }) => to === party));
  return receiver ?? findByBalance(table, lines) ?? '';
}

/** The balance falls by what goes out, whichever line comes first. */
function findByBalance(
  { columns }: PartyTable,
  lines: readonly (Parties & { line: TableLine })[],
): string | undefined {
  const readMoney = ({ cells }: TableLine, column: 'amount' | 'balance') => {
    const amount = readAmount(cells[columns[column] ?? -1] ?? '');
    return typeof amount === 'number' ? amount : Number.NaN;
  };
  const owners = lines.slice(1).flatMap((next, at) => {
    const before = lines[at];
    if (!before) return [];
    const step = readMoney(next.line, 'balance') - readMoney(before.line, 'balance');
    // Oldest first, the step is the amount of the lower line, otherwise of the upper one
    return [
      { parties: next, step, amount: readMoney(next.line, 'amount') },
      { parties: before, step: -step, amount: readMoney(before.line, 'amount') },
    ].flatMap(({ parties, step: change, amount }) => {
      if (change === amount) return parties.to;
      return change === -amount ? parties.from : [];
    });
  });
  const [owner] = owners;
  return owners.every((one) => one === owner) ? owner : undefined;
}
