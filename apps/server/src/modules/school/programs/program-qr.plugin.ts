import { pathId } from '@institute/contract/fields';
import { programNotFound } from '@institute/contract/programs.constants';
import type { FastifyInstance } from 'fastify';
import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { notFoundError } from '../../../errors.ts';
import { compressAnswer } from '../../../http/cache/cached-answer.ts';

export async function serveProgramQr(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', compressAnswer);
  app.get('/programs/:id/registration.svg', ({ ctx, params }, reply) => {
    const id = pathId.safeParse(params).data?.id;
    if (id === undefined) throw notFoundError(programNotFound);
    const code = generate(`${ctx.config.publicUrl}/registration?program=${id}`);
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .send(toSvgSource(code, { off: 'white', pad: 0, scale: 10 }));
  });
}
