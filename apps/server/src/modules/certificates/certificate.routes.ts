import { contract } from '@institute/contract';
import { certificateErased, certificatePath, groupCode } from '@institute/contract/certificates.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../../errors.ts';
import { addressKey } from '../../http/request-context.ts';
import { transaction } from '../../transaction.ts';
import { badgeId, revocationsPath, toBadge, toDid } from './badge.ts';
import { checkCertificate, listRevoked } from './certificate.service.ts';
import { certificateView } from './certificate.view.ts';
import { openSigner, readPublicKeys } from './signing-key.service.ts';

export const certificateRoutes = initServer().router(contract.certificates, {
  get: async ({ request: { ctx, ip }, reply, params }) => {
    reply.header('cache-control', 'private, no-store');
    const { row, replacedBy } = await checkCertificate(ctx, params.code, addressKey(ip));
    const data = certificateView(row, { replacedBy, publicUrl: ctx.config.publicUrl });
    if (!data) throw makeErasedError();
    return { status: 200, body: { data } };
  },
});

/** The detail tells the page apart from an unknown code. */
const makeErasedError = () =>
  new AppError('NOT_FOUND', certificateErased, { details: [{ path: 'holder', message: certificateErased }] });

/** Pages and wallets of every origin may read them. */
const everybody = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

/** What programs check certificates with. */
export async function serveProofs(app: FastifyInstance): Promise<void> {
  app.get('/.well-known/jwks.json', async ({ ctx }, reply) => {
    const keys = await readPublicKeys(ctx);
    return reply.headers(everybody).type('application/jwk-set+json').send({ keys });
  });

  app.get('/.well-known/did.json', async ({ ctx }, reply) => {
    const did = toDid(ctx.config.publicUrl);
    const methods = (await readPublicKeys(ctx)).map((publicKeyJwk) => ({
      id: `${did}#${publicKeyJwk.kid}`,
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk,
    }));
    return reply
      .headers(everybody)
      .type('application/did+json')
      .send({
        '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
        id: did,
        verificationMethod: methods,
        assertionMethod: methods.map(({ id }) => id),
      });
  });

  app.get(revocationsPath, async ({ ctx }, reply) => {
    const { publicUrl } = ctx.config;
    const revoked = (await listRevoked(ctx)).map((code) => ({ id: badgeId(code, publicUrl), revoked: true }));
    return reply
      .headers(everybody)
      .send({ id: publicUrl + revocationsPath, issuer: toDid(publicUrl), revokedCredentials: revoked });
  });

  app.get<{ Params: { code: string } }>('/certificates/:code/badge', async (request, reply) => {
    const { ctx, params, ip } = request;
    const { publicUrl } = ctx.config;
    const { row } = await checkCertificate(ctx, params.code, addressKey(ip));
    if (params.code !== groupCode(row.code)) return reply.redirect(`${certificatePath(row.code)}/badge`, 308);
    const { holder } = row;
    if (holder == null) throw makeErasedError();
    if (row.state !== 'valid') throw notFound('This certificate is not valid any more.');
    const toKeyUrl = (id: string) => `${toDid(publicUrl)}#${id}`;
    const jwt = await transaction(ctx, async (tx) =>
      (await openSigner(tx))(toBadge({ ...row, holder }, publicUrl), { kid: toKeyUrl, typ: 'JWT' }),
    );
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', `attachment; filename="${row.number}.jwt"`)
      .type('application/vc+jwt')
      .send(jwt);
  });
}
