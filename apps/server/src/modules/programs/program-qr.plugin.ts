import { pathId } from '@institute/contract/fields';
import { programNotFound } from '@institute/contract/programs.constants';
import type { FastifyInstance } from 'fastify';
import { renderSVG } from 'uqr';
import { notFound } from '../../errors.ts';
import { compressAnswer } from '../../http/cache/cached-answer.ts';

export async function programQr(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', compressAnswer);
  app.get('/programs/:id/registration.svg', ({ ctx, params }, reply) => {
    const id = pathId.safeParse(params).data?.id;
    if (id === undefined) throw notFound(programNotFound);
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .send(renderSVG(`${ctx.config.publicUrl}/registration?program=${id}`, { border: 0 }));
  });
}
