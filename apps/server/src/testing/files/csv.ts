import { once } from 'node:events';
import pg from 'pg';

interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

class CopyIn extends pg.Query {
  readonly #text: string;
  constructor(sql: string, text: string) {
    super(sql);
    this.#text = text;
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#text));
    connection.endCopyFrom();
  }
}

/** Rows without the heading, as PostgreSQL reads them. It takes any line break outside quotes for the end of a row. */
export async function readCsv(connection: pg.ClientConfig, csv: string): Promise<string[][]> {
  const columns = Array.from(csv.split('\r\n', 1)[0]?.split(',') ?? [], (_, place) => `column_${place}`);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`create temporary table csv (${columns.map((name) => `${name} text`)})`);
    const copy = new CopyIn("copy csv from stdin with (format csv, header true, null '-')", csv);
    await Promise.all([once(copy, 'end'), client.query(copy)]);
    const { rows } = await client.query<string[]>({ text: 'select * from csv', rowMode: 'array' });
    return rows;
  } finally {
    await client.end();
  }
}
