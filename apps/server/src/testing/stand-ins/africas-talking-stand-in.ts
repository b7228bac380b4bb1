import { randomUUID } from 'node:crypto';
import { type SmsServer, startSmsServer } from './sms-server.ts';

interface Taken {
  id: string;
  to: string;
  text: string;
  from: string | null;
}

type ReportStatus =
  | 'Sent'
  | 'Submitted'
  | 'Buffered'
  | 'Rejected'
  | 'Success'
  | 'Failed'
  | 'AbsentSubscriber'
  | 'Expired';

export interface AfricasTalkingStandIn extends Pick<SmsServer, 'manner' | 'close'> {
  /** For `SMS_URL`. */
  url: string;
  taken: Taken[];
  /** Answered instead of 101. */
  statusCode: number;
  /** Answered as it is. The message is not taken. */
  answer: object | undefined;
  /** Addresses that the real gateway has in its dashboard. */
  callbacks: { reports?: string; incoming?: string };
  /** Sent by itself for each message, in this order; `early` before the answer. Empty: lost. */
  reports: { status: ReportStatus; early?: boolean }[];
  /** Resolves when all reports of messages so far are answered. */
  settled(): Promise<unknown>;
  report(id: string, status: ReportStatus): Promise<Response>;
  receive(message: { from: string; text: string; id?: string }): Promise<Response>;
}

const testApiKey = 'atsk_test/key';

/** For `SMS_URL`. The sender is a number, which can be answered. */
export const makeAfricasTalkingUrl = (host: string): string =>
  `africastalking+http://institute:${encodeURIComponent(testApiKey)}@${host}?from=8008`;

export async function startAfricasTalking(): Promise<AfricasTalkingStandIn> {
  const server = await startSmsServer(async ({ method, path, headers, body }, reply) => {
    const form = new URLSearchParams(body);
    const to = form.get('to');
    const text = form.get('message');
    if (method !== 'POST' || path !== '/version1/messaging') return reply(404, 'Not found');
    if (headers.apikey !== testApiKey || form.get('username') !== 'institute')
      return reply(401, 'The supplied authentication is invalid');
    if (!to || !text) return reply(400, 'Request is missing required form field');

    const { statusCode, answer } = standIn;
    if (answer) return reply(201, answer);
    const isTaken = statusCode >= 100 && statusCode <= 102;
    const id = isTaken ? `ATXid_${randomUUID()}` : 'None';
    if (isTaken) standIn.taken.push({ id, to, text, from: form.get('from') });
    const reports = isTaken && standIn.callbacks.reports ? standIn.reports : [];
    for (const { status, early } of reports) if (early) await standIn.report(id, status);
    const [cost, word] = isTaken ? ['UGX 35.0000', 'Success'] : ['0', 'Failed'];
    const recipient = { statusCode, number: to, status: word, cost, messageId: id };
    reply(201, { SMSMessageData: { Message: `Sent to ${Number(isTaken)}/1`, Recipients: [recipient] } });
    const later = reports.filter(({ early }) => !early);
    reporting.push(runInTurn(later, ({ status }) => standIn.report(id, status)));
  });

  const reporting: Promise<void>[] = [];
  const postForm = (address: string | undefined, form: Record<string, string>) => {
    if (!address) throw new Error('This address is not set in the dashboard');
    return fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  };
  const standIn: AfricasTalkingStandIn = Object.assign(server, {
    url: makeAfricasTalkingUrl(new URL(server.origin).host),
    taken: [],
    statusCode: 101,
    answer: undefined,
    callbacks: {},
    reports: [],
    settled: () => Promise.all(reporting),
    report: (id: string, status: ReportStatus) =>
      postForm(standIn.callbacks.reports, {
        id,
        status,
        phoneNumber: standIn.taken.find((one) => one.id === id)?.to ?? '',
        networkCode: '64110',
        retryCount: '0',
        ...(status === 'Failed' && { failureReason: 'AbsentSubscriber' }),
      }),
    receive: ({ from, text, id = randomUUID() }: { from: string; text: string; id?: string }) =>
      postForm(standIn.callbacks.incoming, {
        date: '2026-11-23 08:00:00',
        from,
        id,
        linkId: randomUUID(),
        text,
        to: '8008',
        networkCode: '64110',
      }),
  });
  return standIn;
}

async function runInTurn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) await work(item);
}
