import { parseAddress } from './web-address.ts';

export const defaultVideoThumbnail = '/images/video-thumbnail-default.jpg';

const videoHosts = /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;

const videoPathPattern = /^\/(?:embed|shorts|live|v)\/([\w-]{10,12})(?:\/|$)/;

export function readVideoId(link: string | null | undefined): string | null {
  const url = parseAddress(link ?? '');
  if (!url || !videoHosts.test(url.hostname)) return null;
  const possibleId =
    url.hostname === 'youtu.be'
      ? url.pathname.slice(1).split('/')[0]
      : (url.searchParams.get('v') ?? videoPathPattern.exec(url.pathname)?.[1]);
  return possibleId && /^[\w-]{10,12}$/.test(possibleId) ? possibleId : null;
}

/** Reads the second at which a link starts its video: `t=90`, `t=1m30s`, `start=90`, `#t=90`. 0 means the beginning. */
export function readVideoStart(link: string): number {
  const url = parseAddress(link);
  if (!url) return 0;
  const { searchParams, hash } = url;
  const videoStartText =
    searchParams.get('t') ?? searchParams.get('start') ?? /^#t=(.+)/.exec(hash)?.[1] ?? '';
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s?)?$/.exec(videoStartText) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export const makeThumbnailUrl = (id: string): string => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;

/**
 * Makes the address of the host's player without cookies. The video starts at once, because the player loads after a
 * tap.
 */
export const makePlayerUrl = (id: string, start: number): string =>
  `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&playsinline=1&rel=0${start ? `&start=${start}` : ''}`;
