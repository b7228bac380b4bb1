import type { Answer } from './test-app.ts';

/** The refresh cookie that an answer sets: its value and its attributes; undefined where it sets none. */
export function refreshCookie({ headers }: Answer): { value: string; attributes: string[] } | undefined {
  const header = headers['set-cookie'];
  const [pair, ...attributes] = (Array.isArray(header) ? header[0] : (header ?? ''))?.split('; ') ?? [];
  const [name, value = ''] = pair?.split('=') ?? [];
  return name === 'refresh_token' ? { value, attributes } : undefined;
}
