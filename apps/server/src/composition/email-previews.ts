import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import { escaped } from '../email/email.ts';
import { messageOf } from '../email/transport.ts';
import { notFound } from '../errors.ts';
import type { EmailKind } from '../modules/emails/email.entity.ts';
import { getSite } from '../modules/site/site.service.ts';
import { samples } from './email-samples.ts';
import { writeEmail } from './emails.ts';

interface Options {
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
  em: EntityManager;
  now(): Date;
}

const root = '/dev/mails';
const policy = "default-src 'self'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'";
const isKind = (kind: string): kind is EmailKind => Object.hasOwn(samples, kind);

/** Only `npm run dev` registers it. */
export async function emailPreviews(app: FastifyInstance, options: Options): Promise<void> {
  app.addHook('onSend', async (_, reply) => {
    reply.header('content-security-policy', policy);
  });

  app.get(root, async (_, reply) => {
    const kinds = Object.keys(samples).filter(isKind);
    const items = [];
    for (const kind of kinds) {
      const { subject } = await sampleOf(kind, options);
      items.push(`<li><a href="${root}/${kind}">${kind}</a>: ${escaped(String(subject))}</li>`);
    }
    return reply.type('text/html; charset=utf-8').send(page('Mails', `<ul>${items.join('\n')}</ul>`));
  });

  app.get<{ Params: { kind: string } }>(`${root}/:kind`, async ({ params }, reply) => {
    const message = await sampleOf(params.kind, options);
    const files = message.attachments ?? [];
    const links = files.map(
      ({ filename }, place) =>
        `<a href="${root}/${params.kind}/files/${place}">${escaped(String(filename))}</a>`,
    );
    const pieces = [
      `<pre>${escaped(await headersOf(message))}</pre>`,
      `<iframe title="HTML" src="${root}/${params.kind}/html"></iframe>`,
      `<pre>${escaped(String(message.text))}</pre>`,
      ...(links.length > 0 ? [`<p>${links.join(' ')}</p>`] : []),
    ];
    return reply.type('text/html; charset=utf-8').send(page(params.kind, pieces.join('\n')));
  });

  app.get<{ Params: { kind: string } }>(`${root}/:kind/html`, async ({ params }, reply) => {
    const { html } = await sampleOf(params.kind, options);
    return reply.type('text/html; charset=utf-8').send(html);
  });

  app.get<{ Params: { kind: string; place: number } }>(
    `${root}/:kind/files/:place`,
    async ({ params: { kind, place } }, reply) => {
      const file = (await sampleOf(kind, options)).attachments?.[place];
      if (!file) throw notFound('There is no such file');
      return reply.type(String(file.contentType)).send(file.content);
    },
  );
}

async function sampleOf(kind: string, { config, em: root, now }: Options): Promise<SendMailOptions> {
  if (!isKind(kind)) throw notFound('There is no such mail');
  const em = root.fork();
  await em.begin();
  try {
    const { view: site } = await getSite({ em });
    const data = await samples[kind](em);
    const context = { em, site, publicUrl: config.publicUrl, linkToken: () => 'sample-token' };
    const email = await writeEmail(kind, data, context);
    const queued = { id: 1, createdAt: now(), recipient: 'someone@example.org' };
    return messageOf(email, { queued, site, config });
  } finally {
    await em.rollback();
  }
}

async function headersOf(message: SendMailOptions): Promise<string> {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const sent = await writer.sendMail(message);
  return String(sent.message).split(/\r?\n\r?\n/, 1)[0] ?? '';
}

const style =
  'body{font:16px/1.5 sans-serif;margin:24px}pre{white-space:pre-wrap;background:#f4f1ea;padding:16px}iframe{width:100%;height:720px;border:1px solid #ccc}';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><p><a href="${root}">All mails</a></p><h1>${title}</h1>${body}</body></html>`;
