import { createHmac, randomUUID } from 'node:crypto';
import { type SmsServer, startSmsServer } from './sms-server.ts';

type State = 'Pending' | 'Processed' | 'Sent' | 'Delivered' | 'Failed';

interface Taken {
  id: string;
  to: string;
  text: string;
  state: State;
  ttl: number;
}
interface Webhook {
  id: string;
  url: string;
  event: string;
}

interface Notice {
  headers: Record<string, string>;
  body: string;
}

export interface PhoneStandIn extends Pick<SmsServer, 'manner' | 'close'> {
  /** For `SMS_URL`. */
  url: string;
  taken: Taken[];
  webhooks: Webhook[];
  /** The state of messages that arrive from now on. */
  firstState: State;
  /** Answered to a message as it is. The message is taken. */
  answer: object | undefined;
  signingKey: string | undefined;
  /** The phone's clock, for the signature. */
  now(): number;
  /** Calls a webhook. Undefined: webhooks are lost. */
  post: ((url: string, notice: Notice) => Promise<{ status: number }>) | undefined;
  /** Changes the state of a message and calls the webhooks of the event, each `times` times. */
  advance(id: string, state: State, times?: number): Promise<number[]>;
  receive(message: { from: string; text: string; id?: string }): Promise<number[]>;
}

const authorization = `Basic ${Buffer.from('sms:pass/word').toString('base64')}`;
const events: Partial<Record<State, string>> = {
  Sent: 'sms:sent',
  Delivered: 'sms:delivered',
  Failed: 'sms:failed',
};

/** SMS Gateway for Android, in local mode. */
export async function startPhone(): Promise<PhoneStandIn> {
  const toShownMessage = ({ id, to, state }: Taken) => ({
    id,
    deviceId: 'phone',
    state,
    isHashed: false,
    isEncrypted: false,
    recipients: [
      { phoneNumber: to, state, error: state === 'Failed' ? 'Error: RESULT_ERROR_NO_SERVICE' : null },
    ],
    states: {},
  });

  const server = await startSmsServer(({ method, path, headers, body }, reply) => {
    if (headers.authorization !== authorization) return reply(401, '');
    const [, , id = ''] = path.split('/').map(decodeURIComponent);
    if (method === 'POST' && path === '/message') {
      const { id = randomUUID(), textMessage, phoneNumbers, ttl, withDeliveryReport } = JSON.parse(body);
      if (!textMessage?.text || !phoneNumbers?.length || !(ttl > 0) || !withDeliveryReport)
        return reply(400, { message: 'Text message is empty' });
      if (phone.taken.some((one) => one.id === id)) return reply(409, { message: 'Message already exists' });
      const message = { id, to: phoneNumbers[0], text: textMessage.text, state: phone.firstState, ttl };
      phone.taken.push(message);
      return reply(202, phone.answer ?? toShownMessage(message));
    }
    if (method === 'GET' && path.startsWith('/message/')) {
      const message = phone.taken.find((one) => one.id === id);
      return message ? reply(200, toShownMessage(message)) : reply(404);
    }
    if (method === 'GET' && path === '/webhooks') return reply(200, phone.webhooks);
    if (method === 'POST' && path === '/webhooks') {
      const { id = randomUUID(), url, event } = JSON.parse(body);
      if (!/^(?:https:|http:\/\/127\.0\.0\.1[:/])/.test(url))
        return reply(400, { message: 'url must start with https:// or http://127.0.0.1' });
      phone.webhooks = [...phone.webhooks.filter((hook) => hook.id !== id), { id, url, event }];
      return reply(201, { id, url, event });
    }
    return reply(404);
  });

  /** Returns the status codes of the answers. */
  const callWebhooks = async (
    event: string,
    payload: object,
    { id = randomUUID() as string, times = 1 } = {},
  ) => {
    const { post, signingKey } = phone;
    const statuses: number[] = [];
    for (const { id: webhookId, url } of post ? phone.webhooks.filter((hook) => hook.event === event) : []) {
      const body = JSON.stringify({ deviceId: 'phone', event, id, payload, webhookId });
      const timestamp = `${Math.floor(phone.now() / 1000)}`;
      const key = signingKey ?? 'of the phone';
      const headers = {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': createHmac('sha256', key)
          .update(body + timestamp)
          .digest('hex'),
      };
      for (let sent = 0; sent < times; sent += 1)
        statuses.push((await post?.(url, { headers, body }))?.status ?? 0);
    }
    return statuses;
  };

  const phone: PhoneStandIn = Object.assign(server, {
    url: server.origin.replace('http://', 'smsgate+http://sms:pass%2Fword@'),
    taken: [],
    webhooks: [],
    firstState: 'Pending' as const,
    answer: undefined,
    signingKey: undefined,
    now: () => Date.now(),
    post: (url: string, notice: Notice) => fetch(url, { method: 'POST', ...notice }),
    advance: async (id: string, state: State, times = 1) => {
      const message = phone.taken.find((one) => one.id === id);
      if (!message) throw new Error('The phone does not know this message');
      message.state = state;
      const at = new Date(phone.now()).toISOString();
      const payload = {
        messageId: id,
        recipient: message.to,
        phoneNumber: message.to,
        simNumber: 1,
        ...(state === 'Failed' ? { failedAt: at, reason: 'RESULT_ERROR_NO_SERVICE' } : { at }),
      };
      return callWebhooks(events[state] ?? '', payload, { times });
    },
    receive: ({ from, text, id }: { from: string; text: string; id?: string }) => {
      const receivedAt = new Date(phone.now()).toISOString();
      const payload = {
        messageId: 'abc123',
        message: text,
        sender: from,
        phoneNumber: from,
        simNumber: 1,
        receivedAt,
      };
      return callWebhooks('sms:received', payload, id === undefined ? {} : { id });
    },
  });
  return phone;
}
