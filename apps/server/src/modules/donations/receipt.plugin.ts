import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../../http/client-address.ts';
import { getSite } from '../site/site.service.ts';
import { getPaidDonation } from './receipt.service.ts';
import { receiptFile } from './receipt.ts';

const path = '/donations/:txRef/receipt.pdf';

export async function receiptDownload(app: FastifyInstance): Promise<void> {
  app.get(path, async (request: FastifyRequest<{ Params: { txRef: string } }>, reply) => {
    const { ctx, params, ip } = request;
    // limited, because making a PDF takes time
    await app.rateLimits.count('form', `${path} ${addressKey(ip)}`);
    const donation = await getPaidDonation(ctx, params.txRef);
    const { view: site } = await getSite(ctx);
    const { filename, contentType, content } = await receiptFile(donation, {
      site,
      publicUrl: ctx.config.publicUrl,
    });
    return reply
      .type(contentType)
      .header('content-disposition', `attachment; filename="${filename}"`)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(content);
  });
}
