import type { SocialIcon } from '@institute/contract/social';
import facebook from './facebook.svg';
import flickr from './flickr.svg';
import instagram from './instagram.svg';
import link from './link.svg';
import linkedin from './linkedin.svg';
import pinterest from './pinterest.svg';
import snapchat from './snapchat.svg';
import telegram from './telegram.svg';
import threads from './threads.svg';
import tiktok from './tiktok.svg';
import whatsapp from './whatsapp.svg';
import x from './x.svg';
import youtube from './youtube.svg';

/**
 * A file for each network, so that a page fetches only those that it shows. Each has one symbol, with the id `icon`.
 *
 * From Simple Icons, CC0; the marks belong to their owners. `link`, for any other network, is from Lucide, ISC.
 */
export const socialIconFiles: Record<SocialIcon | 'link', string> = {
  facebook,
  instagram,
  x,
  youtube,
  tiktok,
  linkedin,
  whatsapp,
  telegram,
  threads,
  snapchat,
  pinterest,
  flickr,
  link,
};
