import { once } from 'node:events';
import fastify from 'fastify';
import pg from 'pg';

export interface Bare {
  constants: { path: string; headers: Record<string, string>; body: Buffer }[];
  connection: pg.ClientConfig;
  select: string;
  insert: { text: string; values: unknown[] };
}

const [bare] = await once(process, 'message');
const { constants, connection, insert, select } = bare as Bare;
const app = fastify();
// The product's pool has the same size.
const pool = new pg.Pool({ ...connection, max: 12 });

for (const { path, headers, body } of constants) {
  const bytes = Buffer.from(body);
  app.get(path, (_request, reply) => {
    reply.headers(headers).send(bytes);
  });
}
app.get('/rows', async () => ({ data: (await pool.query({ name: 'select', text: select })).rows }));
app.post('/rows', async (_request, reply) => {
  const { rows } = await pool.query({ name: 'insert', ...insert });
  return reply.status(201).send(rows[0]);
});

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('SIGTERM', () => process.exit());
