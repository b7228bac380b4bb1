import type { StatementColumn } from '@institute/contract/fees.constants';
import { toComparablePhone } from '@institute/contract/international-phone';
import { toTypedPhone } from '@institute/contract/phone';
import type { Table, TableLine } from '../../../platform/tables/table.ts';
import { readAmount } from '../../../platform/tables/table-cells.ts';

type PartyTable = Pick<Table<StatementColumn>, 'headings' | 'columns' | 'lines'>;

/** Payer and receiver as an operator writes them. The same phone or wallet always gives the same text. */
interface TransferParties {
  from: string;
  to: string;
}

/** An operator writes a wallet like a phone: `FRI:204900451/MM`. */
const walletPattern = /\d+\/MM\b/gi;
/** The word after the slash tells what a number is: `FRI:0772123456/ID` is no phone, `…/MSISDN` is one. */
const notPhonePattern =
  /FRI:\s*\d+\/(?!MSISDN\b)\w+|\d+\/(?:MM|ID|SP|ALIAS|USER(?:NAME)?|ACC(?:OUNT)?|MERCHANT|TILL|EXT(?:ERNAL)?)\b/gi;
export const removeNonPhoneNumbers = (cell: string): string => cell.replace(notPhonePattern, ' ');

const findHeadingColumn = (headings: readonly string[], names: readonly string[]): number =>
  headings.findIndex((heading) => names.includes(heading.trim().toLowerCase()));

/** True for a list of transfers, which has columns for payer and receiver. They distinguish its lines without IDs. */
export const hasPartyColumns = ({ headings }: Pick<PartyTable, 'headings'>): boolean =>
  findHeadingColumn(headings, ['from']) !== -1 && findHeadingColumn(headings, ['to']) !== -1;

function readPartyCell(cell: string): string {
  const phoneDigits = removeNonPhoneNumbers(cell).match(/\d{9,12}/)?.[0];
  if (!phoneDigits) return cell.match(walletPattern)?.[0]?.toUpperCase() ?? '';
  return toComparablePhone(toTypedPhone(phoneDigits));
}

/** Makes a function that reads payer and receiver of a line. Both are empty if the table lacks the columns. */
export const makePartyReader = ({ headings }: Pick<PartyTable, 'headings'>) => {
  const [from, to] = ['from', 'to'].map((name) => findHeadingColumn(headings, [name]));
  return ({ cells }: TableLine): TransferParties => ({
    from: readPartyCell(cells[from ?? -1] ?? ''),
    to: readPartyCell(cells[to ?? -1] ?? ''),
  });
};

/** Finds the number whose statement this is: the one in every line. Empty when several numbers are possible. */
export function findNumberOfStatement(table: PartyTable): string {
  const readParties = makePartyReader(table);
  const transferLines = table.lines
    .map((line) => ({ ...readParties(line), line }))
    .filter(({ from, to }) => from && to && from !== to);
  const [firstLine] = transferLines;
  if (!firstLine) return '';
  const [one, other] = [firstLine.from, firstLine.to].filter((party) =>
    transferLines.every(({ from, to }) => from === party || to === party),
  );
  if (!one || !other) return one ?? '';
  // Two numbers may be in every line: then the one that receives all of the money
  const commonReceiver = [one, other].find((party) => transferLines.every(({ to }) => to === party));
  return commonReceiver ?? findOwnerByBalance(table, transferLines) ?? '';
}

/** Finds the owner of the statement by its balance, which falls when the owner pays. */
function findOwnerByBalance(
  { columns }: PartyTable,
  lines: readonly (TransferParties & { line: TableLine })[],
): string | undefined {
  const readColumnAmount = ({ cells }: TableLine, column: 'amount' | 'balance') => {
    const readColumnValue = readAmount(cells[columns[column] ?? -1] ?? '');
    return typeof readColumnValue === 'number' ? readColumnValue : Number.NaN;
  };
  const possibleOwners = lines.slice(1).flatMap((next, at) => {
    const previousLine = lines[at];
    if (!previousLine) return [];
    const balanceChange =
      readColumnAmount(next.line, 'balance') - readColumnAmount(previousLine.line, 'balance');
    // With oldest lines first, the balance changes by the lower line, otherwise by the upper line
    return [
      { parties: next, step: balanceChange, amount: readColumnAmount(next.line, 'amount') },
      { parties: previousLine, step: -balanceChange, amount: readColumnAmount(previousLine.line, 'amount') },
    ].flatMap(({ parties, step: change, amount }) => {
      if (change === amount) return parties.to;
      return change === -amount ? parties.from : [];
    });
  });
  const [owner] = possibleOwners;
  return possibleOwners.every((one) => one === owner) ? owner : undefined;
}
