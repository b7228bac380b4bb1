import { parseInternationalPhone } from '@institute/contract/international-phone';

const ROWS_IN_BATCH = 5000;

export type ExecuteSql = (sql: string) => Promise<object[]>;

/** Fills a column that SQL cannot compute, in the registrations of earlier versions. */
export async function fillInternationalPhones(execute: ExecuteSql): Promise<void> {
  for (let lastFilledRowId = 0; ; ) {
    const rowsWithoutInternational = (await execute(
      `select id, phone from registrations where id > ${lastFilledRowId} and phone_international is null order by id limit ${ROWS_IN_BATCH}`,
    )) as { id: number; phone: string }[];
    const lastRow = rowsWithoutInternational.at(-1);
    if (!lastRow) return;
    lastFilledRowId = lastRow.id;
    const phoneValueSqlRows = rowsWithoutInternational.flatMap(({ id, phone }) => {
      const internationalNumber = parseInternationalPhone(phone)?.number;
      return internationalNumber ? [`(${id}, '${internationalNumber}')`] : [];
    });
    if (phoneValueSqlRows.length === 0) continue;
    await execute(
      `update registrations set phone_international = number from (values ${phoneValueSqlRows}) as known (registration, number) where id = registration`,
    );
  }
}
