import { parseInternationalPhone } from '@institute/contract/international-phone';

const BATCH_SIZE = 5000;

export type Execute = (sql: string) => Promise<object[]>;

/** Fills the column that SQL cannot compute, in registrations of earlier versions. */
export async function fillInternationalPhones(execute: Execute): Promise<void> {
  for (let after = 0; ; ) {
    const rows = (await execute(
      `select id, phone from registrations where id > ${after} and phone_international is null order by id limit ${BATCH_SIZE}`,
    )) as { id: number; phone: string }[];
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const values = rows.flatMap(({ id, phone }) => {
      const number = parseInternationalPhone(phone)?.number;
      return number ? [`(${id}, '${number}')`] : [];
    });
    if (values.length === 0) continue;
    await execute(
      `update registrations set phone_international = number from (values ${values}) as known (registration, number) where id = registration`,
    );
  }
}
