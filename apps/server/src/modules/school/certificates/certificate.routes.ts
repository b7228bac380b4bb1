import { contract } from '@institute/contract';
import {
  certificateErasedMessage,
  groupCodeDigits,
  makeCertificatePath,
} from '@institute/contract/certificates.constants';
import { makeWholeNumberField } from '@institute/contract/fields';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { toAddressKey } from '../../../http/request-context.ts';
import { runInTransaction } from '../../../transaction.ts';
import { toCertificateBadge } from './badge.ts';
import { checkCertificate } from './certificate.service.ts';
import { toCertificateView } from './certificate.view.ts';
import { makeInstituteDid } from './did.ts';
import { openSigner, readPublicKeys } from './signing-key.service.ts';
import { readStatusList } from './status-list.ts';

export const certificateRoutes = initServer().router(contract.certificates, {
  get: async ({ request: { ctx, ip }, reply, params }) => {
    reply.header('cache-control', 'private, no-store');
    const row = await checkCertificate(ctx, params.code, toAddressKey(ip));
    const data = toCertificateView(row, ctx.config.publicUrl);
    if (!data) throw makeErasedError();
    return { status: 200, body: { data } };
  },
});

/** The page distinguishes an erased certificate from an unknown code by the path of the detail. */
const makeErasedError = () =>
  new AppError('NOT_FOUND', certificateErasedMessage, {
    details: [{ path: 'holder', message: certificateErasedMessage }],
  });

/** Only one spelling of a number is valid, so that each list has one address. */
const listNumberSchema = makeWholeNumberField(0, 20_000, 'A number', /^(?:0|[1-9]\d{0,4})$/);

const signCredential = (ctx: Ctx, claims: Record<string, unknown>, typ: string): Promise<string> =>
  runInTransaction(ctx, async (tx) =>
    (await openSigner(tx))(claims, { kid: (id) => `${makeInstituteDid(ctx.config.publicUrl)}#${id}`, typ }),
  );

const revocationListEndedMessage =
  'This list has ended. Download the badge again: the new one names its status list, under /certificates/status.';

/** Headers that let pages and wallets of every origin read the answer. */
const publicProofHeaders = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

/** Serves the public keys, status lists and badges with which programs check certificates. */
export async function serveVerificationKeys(app: FastifyInstance): Promise<void> {
  app.get('/.well-known/jwks.json', async ({ ctx }, reply) => {
    const publicKeys = await readPublicKeys(ctx);
    return reply.headers(publicProofHeaders).type('application/jwk-set+json').send({ keys: publicKeys });
  });

  app.get('/.well-known/did.json', async ({ ctx }, reply) => {
    const instituteDid = makeInstituteDid(ctx.config.publicUrl);
    const verificationMethods = (await readPublicKeys(ctx)).map((publicKeyJwk) => ({
      id: `${instituteDid}#${publicKeyJwk.kid}`,
      type: 'JsonWebKey2020',
      controller: instituteDid,
      publicKeyJwk,
    }));
    return reply
      .headers(publicProofHeaders)
      .type('application/did+json')
      .send({
        '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
        id: instituteDid,
        verificationMethod: verificationMethods,
        assertionMethod: verificationMethods.map(({ id }) => id),
      });
  });

  // Badges of earlier versions refer to this list, which ended because it contained codes
  app.get('/certificates/revocations', async (_, reply) => {
    reply.header('access-control-allow-origin', '*');
    throw notFoundError(revocationListEndedMessage);
  });

  app.get<{ Params: { list: string } }>('/certificates/status/:list', async ({ ctx, params }, reply) => {
    const { data: list } = listNumberSchema.safeParse(params.list);
    if (list === undefined) throw notFoundError('There is no such list');
    const statusListJwt = await signCredential(ctx, await readStatusList(ctx, list), 'vc+jwt');
    return reply.headers(publicProofHeaders).type('application/vc+jwt').send(statusListJwt);
  });

  app.get<{ Params: { code: string } }>('/certificates/:code/badge', async (request, reply) => {
    const { ctx, params, ip } = request;
    const { publicUrl } = ctx.config;
    const row = await checkCertificate(ctx, params.code, toAddressKey(ip));
    if (params.code !== groupCodeDigits(row.code))
      return reply.redirect(`${makeCertificatePath(row.code)}/badge`, 308);
    const { holder } = row;
    if (holder == null) throw makeErasedError();
    if (row.state !== 'valid') throw notFoundError('This certificate is not valid any more.');
    const jwt = await signCredential(ctx, toCertificateBadge({ ...row, holder }, publicUrl), 'JWT');
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', `attachment; filename="${row.number}.jwt"`)
      .type('application/vc+jwt')
      .send(jwt);
  });
}
