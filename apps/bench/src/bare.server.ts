import { once } from 'node:events';
import fastify from 'fastify';
import pg from 'pg';

export interface BareServer {
  constants: { path: string; headers: Record<string, string>; body: Buffer }[];
  connection: pg.ClientConfig;
  select: string;
  /** The server inserts the rows of one form in a single transaction. */
  forms: { path: string; rows: { text: string; values: unknown[] }[] }[];
}

const [bare] = await once(process, 'message');
const { constants, connection, forms, select } = bare as BareServer;
const app = fastify();
// The pool has the same size as that of the product.
const pool = new pg.Pool({ ...connection, max: 12 });

for (const { path, headers, body } of constants) {
  const bodyBytes = Buffer.from(body);
  app.get(path, (_request, reply) => {
    reply.headers(headers).send(bodyBytes);
  });
}
app.get('/rows', async () => ({ data: (await pool.query({ name: 'select', text: select })).rows }));
for (const { path, rows } of forms) {
  app.post(path, async (_request, reply) => {
    const postgresClient = await pool.connect();
    try {
      if (rows.length > 1) await postgresClient.query('begin');
      for (const row of rows) await postgresClient.query({ name: row.text.slice(0, 60), ...row });
      if (rows.length > 1) await postgresClient.query('commit');
    } finally {
      postgresClient.release();
    }
    return reply.status(201).send({});
  });
}

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('SIGTERM', () => process.exit());
