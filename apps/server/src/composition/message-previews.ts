import { writeSms } from '@institute/contract/sms-template';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import nodemailer from 'nodemailer';
import type { Config } from '../config/config.ts';
import { notFoundError } from '../errors.ts';
import { escapeHtml } from '../messaging/email/email.ts';
import { toMailMessage } from '../messaging/email/transport.ts';
import { readSmsFiles } from '../messaging/sms/open-transport.ts';
import { getSite } from '../modules/platform/site/site.service.ts';
import { messageKinds } from './messages.ts';

interface Options {
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'dataDir'>;
  em: EntityManager;
  now(): Date;
}

const previewPath = '/dev/mails';
const MAX_SHOWN_SMS = 50;
const previewPolicy =
  "default-src 'self'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'";

/**
 * Shows a sample of each email and SMS, and the SMS that were written to files. Only `npm run dev` registers these
 * pages.
 */
export async function serveMessagePreviews(app: FastifyInstance, options: Options): Promise<void> {
  app.addHook('onSend', async (_, reply) => {
    reply.header('content-security-policy', previewPolicy);
  });

  app.get(previewPath, async (_, reply) => {
    const messageItems = [];
    for (const { kind } of messageKinds) {
      const { email, sms } = await makeSample(kind, options);
      const messageText = escapeHtml(String(email?.subject ?? sms));
      messageItems.push(`<li><a href="${previewPath}/${kind}">${kind}</a>: ${messageText}</li>`);
    }
    const sms = (await readSmsFiles(options.config, MAX_SHOWN_SMS)).map(
      (text) => `<pre>${escapeHtml(text)}</pre>`,
    );
    const pageParts = [
      `<ul>${messageItems.join('\n')}</ul>`,
      ...(sms.length > 0 ? ['<h2>SMS</h2>', ...sms] : []),
    ];
    return reply.type('text/html; charset=utf-8').send(writeHtmlPage('Mails', pageParts.join('\n')));
  });

  app.get<{ Params: { kind: string } }>(`${previewPath}/:kind`, async ({ params }, reply) => {
    const { email, sms } = await makeSample(params.kind, options);
    const files = email?.attachments ?? [];
    const links = files.map(
      ({ filename }, place) =>
        `<a href="${previewPath}/${params.kind}/files/${place}">${escapeHtml(String(filename))}</a>`,
    );
    const messageParts = [
      ...(email
        ? [
            `<pre>${escapeHtml(await writeHeaders(email))}</pre>`,
            `<iframe title="HTML" src="${previewPath}/${params.kind}/html"></iframe>`,
            `<pre>${escapeHtml(String(email.text))}</pre>`,
          ]
        : []),
      ...(sms ? ['<h2>SMS</h2>', `<pre>${escapeHtml(sms)}</pre>`] : []),
      ...(links.length > 0 ? [`<p>${links.join(' ')}</p>`] : []),
    ];
    return reply.type('text/html; charset=utf-8').send(writeHtmlPage(params.kind, messageParts.join('\n')));
  });

  app.get<{ Params: { kind: string } }>(`${previewPath}/:kind/html`, async ({ params }, reply) => {
    const { email } = await makeSample(params.kind, options);
    return reply.type('text/html; charset=utf-8').send(email?.html);
  });

  app.get<{ Params: { kind: string; place: number } }>(
    `${previewPath}/:kind/files/:place`,
    async ({ params: { kind, place } }, reply) => {
      const file = (await makeSample(kind, options)).email?.attachments?.[place];
      if (!file) throw notFoundError('There is no such file');
      return reply.type(String(file.contentType)).send(file.content);
    },
  );
}

interface MessageSample {
  email?: SendMailOptions;
  sms?: string;
}

async function makeSample(name: string, { config, em: root, now }: Options): Promise<MessageSample> {
  const kind = messageKinds.find((known) => known.kind === name);
  if (!kind) throw notFoundError('There is no such message');
  const em = root.fork();
  await em.begin();
  try {
    const { view: site } = await getSite({ em });
    const data = await kind.sampleData(em);
    const context = { em, site, publicUrl: config.publicUrl, linkToken: () => 'sample-token' };
    const email = await kind.writeEmail?.(data, context);
    const sms = await kind.writeSms?.(data, context);
    const queuedSample = { id: 1, createdAt: now(), recipient: 'someone@example.org' };
    return {
      ...(email && { email: toMailMessage(email, { queued: queuedSample, site, config }) }),
      ...(sms && {
        sms: writeSms(sms.template, sms.values, site.messages.smsEnding, { saysStop: false }).text,
      }),
    };
  } finally {
    await em.rollback();
  }
}

async function writeHeaders(message: SendMailOptions): Promise<string> {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const writtenEmail = await writer.sendMail(message);
  return String(writtenEmail.message).split(/\r?\n\r?\n/, 1)[0] ?? '';
}

const style =
  'body{font:16px/1.5 sans-serif;margin:24px}pre{white-space:pre-wrap;background:#f4f1ea;padding:16px}iframe{width:100%;height:720px;border:1px solid #ccc}';

const writeHtmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><p><a href="${previewPath}">All mails</a></p><h1>${title}</h1>${body}</body></html>`;
