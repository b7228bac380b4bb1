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

interface MessagePreviewOptions {
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
export async function serveMessagePreviews(
  app: FastifyInstance,
  options: MessagePreviewOptions,
): Promise<void> {
  app.addHook('onSend', async (_, reply) => {
    reply.header('content-security-policy', previewPolicy);
  });

  app.get(previewPath, async (_, reply) => {
    const messageItems = [];
    for (const { kind } of messageKinds) {
      const { email, sms } = await makeSample(kind, options);
      const messageLinkText = escapeHtml(String(email?.subject ?? sms));
      messageItems.push(`<li><a href="${previewPath}/${kind}">${kind}</a>: ${messageLinkText}</li>`);
    }
    const sentSmsItems = (await readSmsFiles(options.config, MAX_SHOWN_SMS)).map(
      (text) => `<pre>${escapeHtml(text)}</pre>`,
    );
    const pageParts = [
      `<ul>${messageItems.join('\n')}</ul>`,
      ...(sentSmsItems.length > 0 ? ['<h2>SMS</h2>', ...sentSmsItems] : []),
    ];
    return reply.type('text/html; charset=utf-8').send(writeHtmlPage('Mails', pageParts.join('\n')));
  });

  app.get<{ Params: { kind: string } }>(`${previewPath}/:kind`, async ({ params }, reply) => {
    const { email, sms } = await makeSample(params.kind, options);
    const emailAttachments = email?.attachments ?? [];
    const attachmentLinks = emailAttachments.map(
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
      ...(attachmentLinks.length > 0 ? [`<p>${attachmentLinks.join(' ')}</p>`] : []),
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
      const requestedAttachment = (await makeSample(kind, options)).email?.attachments?.[place];
      if (!requestedAttachment) throw notFoundError('There is no such file');
      return reply.type(String(requestedAttachment.contentType)).send(requestedAttachment.content);
    },
  );
}

interface MessageSample {
  email?: SendMailOptions;
  sms?: string;
}

async function makeSample(
  name: string,
  { config, em: root, now }: MessagePreviewOptions,
): Promise<MessageSample> {
  const chosenMessageKind = messageKinds.find((known) => known.kind === name);
  if (!chosenMessageKind) throw notFoundError('There is no such message');
  const em = root.fork();
  await em.begin();
  try {
    const { view: site } = await getSite({ em });
    const sampleMessageData = await chosenMessageKind.sampleData(em);
    const sampleMessageContext = { em, site, publicUrl: config.publicUrl, linkToken: () => 'sample-token' };
    const writtenSampleEmail = await chosenMessageKind.writeEmail?.(sampleMessageData, sampleMessageContext);
    const sms = await chosenMessageKind.writeSms?.(sampleMessageData, sampleMessageContext);
    const queuedSample = { id: 1, createdAt: now(), recipient: 'someone@example.org' };
    return {
      ...(writtenSampleEmail && {
        email: toMailMessage(writtenSampleEmail, { queued: queuedSample, site, config }),
      }),
      ...(sms && {
        sms: writeSms(sms.template, sms.values, site.messages.smsEnding, {
          saysStop: false,
          addition: sms.addition,
        }).text,
      }),
    };
  } finally {
    await em.rollback();
  }
}

async function writeHeaders(message: SendMailOptions): Promise<string> {
  const emailBuilder = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const writtenEmail = await emailBuilder.sendMail(message);
  return String(writtenEmail.message).split(/\r?\n\r?\n/, 1)[0] ?? '';
}

const previewPageStyle =
  'body{font:16px/1.5 sans-serif;margin:24px}pre{white-space:pre-wrap;background:#f4f1ea;padding:16px}iframe{width:100%;height:720px;border:1px solid #ccc}';

const writeHtmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${previewPageStyle}</style></head><body><p><a href="${previewPath}">All mails</a></p><h1>${title}</h1>${body}</body></html>`;
