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
    const programId = pathId.safeParse(params).data?.id;
    if (programId === undefined) throw notFoundError(programNotFound);
    const qrCode = generate(`${ctx.config.publicUrl}/registration?program=${programId}`);
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .send(toSvgSource(qrCode, { off: 'white', pad: 0, scale: 10 }));
  });
}
