import { parseInternationalPhone } from '@institute/contract/international-phone';

const BATCH_SIZE = 5000;

export type Execute = (sql: string) => Promise<object[]>;

/** Fills a column that SQL cannot compute, in the registrations of earlier versions. */
export async function fillInternationalPhones(execute: Execute): Promise<void> {
  for (let lastId = 0; ; ) {
    const rows = (await execute(
      `select id, phone from registrations where id > ${lastId} and phone_international is null order by id limit ${BATCH_SIZE}`,
    )) as { id: number; phone: string }[];
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastId = lastRow.id;
    const phoneValues = rows.flatMap(({ id, phone }) => {
      const internationalNumber = parseInternationalPhone(phone)?.number;
      return internationalNumber ? [`(${id}, '${internationalNumber}')`] : [];
    });
    if (phoneValues.length === 0) continue;
    await execute(
      `update registrations set phone_international = number from (values ${phoneValues}) as known (registration, number) where id = registration`,
    );
  }
}
