export type SmsGateway =
  | { kind: 'africastalking'; url: string; username: string; apiKey: string; sender: string | undefined }
  | { kind: 'smsgate'; url: string; username: string; password: string };

const SMS_URL_FORMS =
  'must be africastalking://USERNAME:APIKEY@api.africastalking.com?from=SENDER or smsgate+http://USER:PASSWORD@HOST:PORT';

/**
 * Whether answers to our SMS reach us. Nobody can answer a sender that is a name, and the phone gateway calls https
 * addresses only.
 */
export const canGatewayTakeReplies = ({
  sms,
  publicUrl,
}: {
  sms: SmsGateway | undefined;
  publicUrl: string;
}) => (sms?.kind === 'smsgate' ? publicUrl.startsWith('https:') : /^\+?\d+$/.test(sms?.sender?.trim() ?? ''));

/** Reads `SMS_URL`. Throws an error whose message never shows the value. */
export function parseSmsUrl(text: string, isLoopback: (url: string) => boolean): SmsGateway {
  const [, kind, protocol = 'https', rest = ''] =
    /^(africastalking|smsgate(?=\+))(?:\+(https?))?:\/\/(.*)$/i.exec(text) ?? [];
  const gatewayUrl = `${protocol.toLowerCase()}://${rest}`;
  if (!kind || !URL.canParse(gatewayUrl)) throw new Error(SMS_URL_FORMS);
  const { origin: url, username, password, pathname, search, hash, searchParams } = new URL(gatewayUrl);
  if (pathname !== '/' || hash) throw new Error('must have no path');
  if (!username || !password)
    throw new Error('needs a user name and a password or key; write @ : / % in them as %40 %3A %2F %25');
  const gatewayAccount = { url, username: decodePart(username) };

  if (kind.toLowerCase() === 'smsgate') {
    if (search) throw new Error('must have nothing after the port');
    return { kind: 'smsgate', ...gatewayAccount, password: decodePart(password) };
  }
  if (url.startsWith('http:') && !isLoopback(url))
    throw new Error('must start with africastalking:// unless the address is of this machine');
  const { from: sender, ...others } = Object.fromEntries(searchParams);
  if (Object.keys(others).length > 0) throw new Error('may have only ?from=SENDER after the address');
  if (sender !== undefined && !/^[A-Za-z0-9 .+_-]{3,20}$/.test(sender))
    throw new Error('needs a sender of 3 to 20 letters and digits after ?from=');
  return { kind: 'africastalking', ...gatewayAccount, apiKey: decodePart(password), sender };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have % written as %25 in the user name and the password');
  }
}
