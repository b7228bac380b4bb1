/** Display and derivation rules that both sides follow. Imports nothing. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `text` cut after `length` characters as a person counts them, with "..." when something was cut. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === length) return `${text.slice(0, index)}...`;
    count += 1;
  }
  return text;
}

export const isFree = (price: number): boolean => price <= 1;

/** "UGX 1,500,000"; "Free" at 1 or less. Fractions show only where there are any. */
export function formatPrice(price: number): string {
  return isFree(price) ? 'Free' : `UGX ${formatNumber(price)}`;
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
export const formatNumber = (value: number): string => numbers.format(value);

/** A live count, never shown below the floor that the institute states. */
export const atLeast = (count: number, floor: number): string => `${Math.max(count, floor)}+`;

/** "training" → "Training". */
export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const inlineTags = /<\/?(?:strong|b|em|i|u|s|sub|sup|a|code)\b[^>]*>/g;
const htmlSigns: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The words of an article as the server stores it, without their markup. */
export const articleText = (html: string): string =>
  html
    .replace(inlineTags, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, (sign) => htmlSigns[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();

export const scheduleChips = (schedule: string): string[] => splitList(schedule, ',');

/** What was typed with a separator, as a list: trimmed, empty entries dropped. */
export function splitList(text: string, separator: ',' | '\n'): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter(Boolean);
}

/** "jane.doe@…" → "Jane Doe". */
export function nameFromEmail(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map(capitalise).join(' ') || email;
}

/** "Jane Doe" → "JD". */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** Who of the team somebody is, as the office sorts them; a role that names several kinds is of the first. */
export type MemberKind = keyof typeof rolePrefixes;
const rolePrefixes = { coach: 'Coach - ', staff: 'Staff - ', board: 'Board Member - ', other: '' };
const namedKinds = ['coach', 'staff', 'board'] as const;
export const memberKinds = [...namedKinds, 'other'] as const;

const saysOf = (role: string, kind: string) => role.toLowerCase().includes(kind);
export const memberKind = (role: string): MemberKind =>
  namedKinds.find((kind) => saysOf(role, kind)) ?? 'other';

/** A role without the prefix that it is stored with. */
export const plainRole = (role: string): string => role.replace(/^(?:(?:coach|staff|board member) - )+/i, '');

/** A role as it is stored: the prefix of its kind stands before it, and stands there once. */
export const storedRole = (kind: MemberKind, role: string): string =>
  kind === 'other' ? role : rolePrefixes[kind] + plainRole(role);

export const isCoach = (role: string): boolean => saysOf(role, 'coach');
export const isBoard = (role: string): boolean => saysOf(role, 'board');
export const isStaff = (role: string): boolean => saysOf(role, 'staff');

export const timeZone = 'Africa/Kampala';
/** Ahead of UTC, all year. */
const AHEAD_MS = 3 * 60 * 60 * 1000;

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });

/** The calendar day in Kampala, `yyyy-mm-dd`. */
export const kampalaDay = (instant: Date): string => dayFormat.format(instant).slice(0, 10);

export const kampalaYear = (instant: Date): number => Number(kampalaDay(instant).slice(0, 4));

/** An instant as the clocks of Kampala show it, `yyyy-mm-ddThh:mm`; seconds only where there are any. */
export const kampalaTime = (instant: string): string =>
  new Date(Date.parse(instant) + AHEAD_MS).toISOString().replace(/(?::00)?(?:\.000)?Z$/, '');

/** The instant at which the clocks of Kampala show a time. */
export const kampalaInstant = (time: string): string => new Date(`${time}+03:00`).toISOString();

const shownDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const shownTime = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

/** "12 Nov 2026" of a `yyyy-mm-dd` day or of an instant (as seen in Kampala). */
export function formatDate(value: string): string {
  const day = value.length > 10 ? kampalaDay(new Date(value)) : value;
  return shownDay.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep');
}

/** "12 Nov 2026, 14:05" in Kampala. */
export const formatDateTime = (instant: string): string =>
  `${formatDate(instant)}, ${shownTime.format(new Date(instant))}`;

const videoHosts = /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;
const videoPath = /^\/(?:embed|shorts|live|v)\/([\w-]{10,12})(?:\/|$)/;

/** The id of a video-hosting link (watch, youtu.be, embed, shorts, live), or null. */
export function videoId(link: string | null | undefined): string | null {
  if (!link || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (!videoHosts.test(url.hostname)) return null;
  const candidate =
    url.hostname === 'youtu.be'
      ? url.pathname.slice(1).split('/')[0]
      : (url.searchParams.get('v') ?? videoPath.exec(url.pathname)?.[1]);
  return candidate && /^[\w-]{10,12}$/.test(candidate) ? candidate : null;
}

export const videoThumbnail = (id: string): string => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;

/** `autoplay` because the player loads only after a tap; the host that sets no cookie. */
export const videoPlayer = (id: string): string =>
  `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&playsinline=1&rel=0`;

/** The address that a phone number is dialled by. */
export const telLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** A number however it was written, in international form; Ugandan ones also with their leading 0. */
export const dialled = (phone: string): string => phone.replace(/\D/g, '').replace(/^0(?=[1-9])/, '256');

/** A chat with a preset greeting; `phone` in international form. */
export const chatLink = (phone: string, greeting: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`;
