import { nameFault, toVisibleName } from '@institute/contract/fields';
import type { Execute } from './international-phones.ts';

const BATCH_SIZE = 5000;

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
export async function cleanNames(execute: Execute): Promise<void> {
  for (const nameColumns of visitorNames) await cleanTableNames(execute, nameColumns);
}

async function cleanTableNames(
  execute: Execute,
  { table, columns, where = 'true' }: NameColumns,
): Promise<void> {
  const columnNames = Object.keys(columns);
  const unusualNameSql = columnNames.map((name) => `${name} ~ '[^A-Za-z ''-]'`).join(' or ');
  for (let lastId = 0; ; ) {
    const rows = (await execute(
      `select id, ${columnNames} from ${table} where id > ${lastId} and ${where} and (${unusualNameSql}) order by id limit ${BATCH_SIZE}`,
    )) as ({ id: number } & Record<string, string | null>)[];
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastId = lastRow.id;
    for (const { id, ...row } of rows) {
      const columnChanges = Object.entries(columns).flatMap(([column, max]) => {
        const name = row[column];
        const cleanedName = cleanName(name ?? '', max);
        return name == null || name === cleanedName ? [] : [`${column} = ${quoteText(cleanedName)}`];
      });
      if (columnChanges.length > 0) await execute(`update ${table} set ${columnChanges} where id = ${id}`);
    }
  }
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Splits links and long numbers in a name into parts that no phone turns into a link. All words stay readable. */
export function cleanName(name: string, max: number): string {
  const visibleName = toVisibleName(name);
  if (nameFault(visibleName) === undefined) return visibleName;
  const separatedName = visibleName
    .normalize('NFKC')
    .replace(/@/g, ' at ')
    .replace(/([.·․。:/⁄])(?=\S)/g, '$1 ')
    .replace(/\bwww(?=\.)/gi, '$& ')
    .replace(/(\p{Nd}{3})(?=\p{Nd})/gu, '$1 ');
  return toVisibleName(separatedName).slice(0, max).trim();
}
