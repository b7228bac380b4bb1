import type { IncomingHttpHeaders } from 'node:http';

/** What decides between the full and the light page. Every page that the cache keeps names them in `Vary`. */
export const lightModeVary = 'Save-Data, ECT, Cookie';

/** A visitor's own choice, or `auto` from a script of the page that found a 2g line. Scripts read it. */
export const lightCookie = 'light';
const chosen = new RegExp(`(?:^|;\\s*)${lightCookie}=(on|off|auto)(?:;|$)`);
const slowLine = /^(?:slow-)?2g$/;

/** True for a visitor who has chosen light mode, whose browser saves data, or whose line is slow. */
export function wantsLight({ cookie, 'save-data': saveData, ect }: IncomingHttpHeaders): boolean {
  const choice = cookie && chosen.exec(cookie)?.[1];
  if (choice) return choice !== 'off';
  return saveData === 'on' || (ect !== undefined && slowLine.test(String(ect)));
}

/** The key under which the cache keeps what this caller gets at an address. No address has a blank in it. */
export const modeKey = (headers: IncomingHttpHeaders, address: string): string =>
  wantsLight(headers) ? `light ${address}` : address;
