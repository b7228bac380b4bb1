import { findNameFault, toVisibleName } from '@institute/contract/fields';
import type { ExecuteSql } from './international-phones.ts';

const ROWS_IN_BATCH = 5000;

type NameColumns = { table: string; columns: Record<string, number>; where?: string };

/** Columns with names that visitors sent, each with the length that it holds. */
const visitorNames: readonly NameColumns[] = [
  {
    table: 'registrations',
    columns: { first_name: 100, last_name: 100, emergency_name: 200, guardian_name: 200 },
  },
  { table: 'messages', columns: { name: 200 }, where: `channel = 'form'` },
  { table: 'donations', columns: { name: 200 }, where: `method = 'online'` },
];

/** Changes the names that earlier versions stored, so that they follow the rule for new names. */
export async function cleanNames(execute: ExecuteSql): Promise<void> {
  for (const nameColumns of visitorNames) await cleanTableNames(execute, nameColumns);
}

async function cleanTableNames(
  execute: ExecuteSql,
  { table, columns, where = 'true' }: NameColumns,
): Promise<void> {
  const columnNames = Object.keys(columns);
  const unusualNameSql = columnNames.map((name) => `${name} ~ '[^A-Za-z ''-]'`).join(' or ');
  for (let lastCleanedRowId = 0; ; ) {
    const unusualNameRows = (await execute(
      `select id, ${columnNames} from ${table} where id > ${lastCleanedRowId} and ${where} and (${unusualNameSql}) order by id limit ${ROWS_IN_BATCH}`,
    )) as ({ id: number } & Record<string, string | null>)[];
    const lastRow = unusualNameRows.at(-1);
    if (!lastRow) return;
    lastCleanedRowId = lastRow.id;
    for (const { id, ...row } of unusualNameRows) {
      const columnChanges = Object.entries(columns).flatMap(([column, max]) => {
        const storedName = row[column];
        const cleanedName = cleanName(storedName ?? '', max);
        return storedName == null || storedName === cleanedName
          ? []
          : [`${column} = ${quoteText(cleanedName)}`];
      });
      if (columnChanges.length > 0) await execute(`update ${table} set ${columnChanges} where id = ${id}`);
    }
  }
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Splits links and long numbers in a name into parts that no phone turns into a link. All words stay readable. */
export function cleanName(name: string, max: number): string {
  const visibleName = toVisibleName(name);
  if (findNameFault(visibleName) === undefined) return visibleName;
  const nameWithSeparators = visibleName
    .normalize('NFKC')
    .replace(/@/g, ' at ')
    .replace(/([.·․。:/⁄])(?=\S)/g, '$1 ')
    .replace(/\bwww(?=\.)/gi, '$& ')
    .replace(/(\p{Nd}{3})(?=\p{Nd})/gu, '$1 ');
  return toVisibleName(nameWithSeparators).slice(0, max).trim();
}
