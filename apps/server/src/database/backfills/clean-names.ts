import { nameFault, toVisibleName } from '@institute/contract/fields';
import type { Execute } from './international-phones.ts';

const BATCH_SIZE = 5000;

type Names = { table: string; columns: Record<string, number>; where?: string };

/** Names that visitors sent, with the longest that a column holds. */
const visitorNames: readonly Names[] = [
  {
    table: 'registrations',
    columns: { first_name: 100, last_name: 100, emergency_name: 200, guardian_name: 200 },
  },
  { table: 'messages', columns: { name: 200 }, where: `channel = 'form'` },
  { table: 'donations', columns: { name: 200 }, where: `method = 'online'` },
];

/** Brings the names of earlier versions under the rule for new ones. */
export async function cleanNames(execute: Execute): Promise<void> {
  for (const names of visitorNames) await cleanTable(execute, names);
}

async function cleanTable(execute: Execute, { table, columns, where = 'true' }: Names): Promise<void> {
  const columnNames = Object.keys(columns);
  const unusual = columnNames.map((name) => `${name} ~ '[^A-Za-z ''-]'`).join(' or ');
  for (let after = 0; ; ) {
    const rows = (await execute(
      `select id, ${columnNames} from ${table} where id > ${after} and ${where} and (${unusual}) order by id limit ${BATCH_SIZE}`,
    )) as ({ id: number } & Record<string, string | null>)[];
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const { id, ...row } of rows) {
      const changes = Object.entries(columns).flatMap(([column, max]) => {
        const name = row[column];
        const cleaned = cleanName(name ?? '', max);
        return name == null || name === cleaned ? [] : [`${column} = ${quoteText(cleaned)}`];
      });
      if (changes.length > 0) await execute(`update ${table} set ${changes} where id = ${id}`);
    }
  }
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A link or a long number falls into parts that no phone makes a link of. Nothing readable is lost. */
export function cleanName(name: string, max: number): string {
  const visible = toVisibleName(name);
  if (nameFault(visible) === undefined) return visible;
  const apart = visible
    .normalize('NFKC')
    .replace(/@/g, ' at ')
    .replace(/([.·․。:/⁄])(?=\S)/g, '$1 ')
    .replace(/\bwww(?=\.)/gi, '$& ')
    .replace(/(\p{Nd}{3})(?=\p{Nd})/gu, '$1 ');
  return toVisibleName(apart).slice(0, max).trim();
}
