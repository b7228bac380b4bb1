import { once } from 'node:events';
import fastify from 'fastify';
import pg from 'pg';
import type { Bare } from './bare.ts';

const [bare] = await once(process, 'message');
const { constants, connection, insert, select } = bare as Bare;
const app = fastify();
// The product uses as many connections.
const pool = new pg.Pool({ ...connection, max: 12 });

for (const { path, status, headers, body } of constants) {
  // Sent as bytes.
  const bytes = Buffer.from(body);
  app.get(path, (_request, reply) => {
    reply
      .status(status)
      .headers(headers)
      .send(status === 304 ? undefined : bytes);
  });
}

if (insert) {
  app.post<{ Body: Record<string, unknown> }>('/rows', async ({ body }, reply) => {
    const values = insert.columns.map((column) => body[column]);
    const { rows } = await pool.query({ name: 'insert', text: insert.text, values });
    return reply.status(201).send(rows[0]);
  });
}

if (select) {
  app.get('/rows', async () => {
    const { rows } = await pool.query({ name: 'select', text: select });
    return { data: rows };
  });
}

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('SIGTERM', () => process.exit());
