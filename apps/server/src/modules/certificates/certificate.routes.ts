import { contract } from '@institute/contract';
import { certificateErased } from '@institute/contract/certificates.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors.ts';
import { addressKey } from '../../http/request-context.ts';
import { checkCertificate } from './certificate.service.ts';
import { certificateView } from './certificate.view.ts';
import { readPublicKeys } from './signing-key.service.ts';

export const certificateRoutes = initServer().router(contract.certificates, {
  get: async ({ request: { ctx, ip }, reply, params }) => {
    reply.header('cache-control', 'private, no-store');
    const { row, replacedBy } = await checkCertificate(ctx, params.code, addressKey(ip));
    const data = certificateView(row, { replacedBy, publicUrl: ctx.config.publicUrl });
    if (!data) throw notFound(certificateErased);
    return { status: 200, body: { data } };
  },
});

/** Anybody may know the keys, also a page of another origin that checks a certificate. */
const publicKeyHeaders = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

export async function publicKeys(app: FastifyInstance): Promise<void> {
  app.get('/.well-known/jwks.json', async ({ ctx }, reply) => {
    const keys = await readPublicKeys(ctx);
    return reply.headers(publicKeyHeaders).type('application/jwk-set+json').send({ keys });
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
      .headers(publicKeyHeaders)
      .type('application/did+json')
      .send({
        '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
        id: did,
        verificationMethod: methods,
        assertionMethod: methods.map(({ id }) => id),
      });
  });
}

/** `did:web` of the site, whose document is at `/.well-known/did.json`. */
const toDid = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;
