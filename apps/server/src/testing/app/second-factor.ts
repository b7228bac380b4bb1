import { Secret, TOTP } from 'otpauth';
import type { SignedIn, TestApp } from './test-app.ts';

/** `ahead` counts steps of 30 s. */
const makeAppCodeAt = (secret: string, now: Date, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + ahead * 30_000 });

export async function setUpSecondFactor(t: TestApp, { token }: Pick<SignedIn, 'token'>) {
  const { secondFactor } = t.withToken(token).admin;
  const { secret, uri } = await secondFactor.begin.mutate();
  const appCode = (ahead = 0) => makeAppCodeAt(secret, t.now(), ahead);
  const { recoveryCodes } = await secondFactor.finish.mutate({ code: appCode() });
  return { secret, uri, recoveryCodes, appCode };
}
