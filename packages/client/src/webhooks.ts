import { WEBHOOK_SECRET_START } from '@institute/contract/webhooks.constants';
import type { WebhookData } from './api.ts';

export type WebhookMessage = {
  /** The body as it came, before JSON is read. */
  body: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** `whsec_…`. Pass several while a secret is replaced. */
  secret: string | readonly string[];
  /** Current time in milliseconds. */
  now?: number;
};

/** Later versions may add types. */
export type WebhookEvent = {
  [Type in keyof WebhookData]: { type: Type; timestamp: string; data: WebhookData[Type] };
}[keyof WebhookData];
export type WebhookFailureCode = 'HEADER_MISSING' | 'TOO_OLD' | 'TOO_NEW' | 'WRONG_SIGNATURE' | 'UNREADABLE';
export type WebhookResult =
  | { id: string; event: WebhookEvent; error?: undefined }
  | { id?: undefined; event?: undefined; error: { code: WebhookFailureCode; message: string } };

/** A message beyond this age may be a replayed copy. */
const TOLERANCE_S = 300;

/** Checks the signature and the age of a message, as Standard Webhooks describes, and reads its event. */
export async function verifyWebhook({
  body,
  headers,
  secret,
  now = Date.now(),
}: WebhookMessage): Promise<WebhookResult> {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signature) {
    return failWith('HEADER_MISSING', 'webhook-id, webhook-timestamp and webhook-signature are needed');
  }
  const ageSeconds = now / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0);
  if (ageSeconds > TOLERANCE_S) return failWith('TOO_OLD', 'This message is older than five minutes');
  if (ageSeconds < -TOLERANCE_S) return failWith('TOO_NEW', 'This message is of the future');

  const signedContent = encodeText(`${id}.${timestamp}.${body}`);
  const givenSignatures = signature
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? (decodeBase64(one.slice(3)) ?? []) : []));
  const signatureChecks = [secret]
    .flat()
    .flatMap((one) => givenSignatures.map((sent) => isSignatureValid(one, sent, signedContent)));
  // `verify` takes equally long for every wrong signature
  if (!(await Promise.all(signatureChecks)).includes(true)) {
    return failWith('WRONG_SIGNATURE', 'This message is not signed with the secret');
  }
  try {
    return { id, event: JSON.parse(body) };
  } catch {
    return failWith('UNREADABLE', 'This message is no JSON');
  }
}

/** Makes the headers of a message, for testing a receiver. */
export async function signWebhook({
  body,
  secret,
  id = `msg_${Math.random().toString(36).slice(2)}`,
  now = Date.now(),
}: {
  body: string;
  secret: string;
  id?: string;
  now?: number;
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signedContentBytes = encodeText(`${id}.${timestamp}.${body}`);
  const signature = await crypto.subtle.sign('HMAC', await importKey(secret, 'sign'), signedContentBytes);
  const signatureText = btoa(String.fromCharCode(...new Uint8Array(signature)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signatureText}` };
}

const failWith = (code: WebhookFailureCode, message: string) => ({ error: { code, message } });
const encodeText = (text: string) => new TextEncoder().encode(text);

async function isSignatureValid(
  secret: string,
  sent: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
) {
  return crypto.subtle.verify('HMAC', await importKey(secret, 'verify'), sent, signed);
}

function importKey(secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey> {
  const secretBytes = secret.startsWith(WEBHOOK_SECRET_START)
    ? decodeBase64(secret.slice(WEBHOOK_SECRET_START.length))
    : undefined;
  if (!secretBytes?.length)
    throw new TypeError(`The secret of a webhook is ${WEBHOOK_SECRET_START} and text in base64`);
  return crypto.subtle.importKey('raw', secretBytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function readHeader(headers: WebhookMessage['headers'], name: string): string | undefined {
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name]?.toString();
}
