import type { IncomingHttpHeaders } from 'node:http';

/** They decide between the full and the light page. Every cached page names them in `Vary`. */
export const lightModeVary = 'Save-Data, ECT, Cookie';

/** `on` or `off` chosen by the visitor, or `auto` set by a script on a 2g connection. Scripts read it. */
export const lightCookie = 'light';
const chosen = new RegExp(`(?:^|;\\s*)${lightCookie}=(on|off|auto)(?:;|$)`);
const slowConnection = /^(?:slow-)?2g$/;

export function wantsLight({ cookie, 'save-data': saveData, ect }: IncomingHttpHeaders): boolean {
  const choice = cookie && chosen.exec(cookie)?.[1];
  if (choice) return choice !== 'off';
  return saveData === 'on' || (ect !== undefined && slowConnection.test(String(ect)));
}

/** The blank cannot clash with an address, which has none. */
export const modeKey = (headers: IncomingHttpHeaders, address: string): string =>
  wantsLight(headers) ? `light ${address}` : address;
