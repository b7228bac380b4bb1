import { parseAddress } from './web-address.ts';

/** Names of social networks, and the hosts by which they are recognised. */
const socialNetworks = {
  facebook: ['Facebook', 'facebook.com', 'fb.com', 'fb.me'],
  instagram: ['Instagram', 'instagram.com', 'instagr.am'],
  x: ['X', 'x.com', 'twitter.com'],
  youtube: ['YouTube', 'youtube.com', 'youtu.be'],
  tiktok: ['TikTok', 'tiktok.com'],
  linkedin: ['LinkedIn', 'linkedin.com', 'lnkd.in'],
  whatsapp: ['WhatsApp', 'whatsapp.com', 'wa.me'],
  telegram: ['Telegram', 'telegram.org', 'telegram.me', 't.me'],
  threads: ['Threads', 'threads.net', 'threads.com'],
  snapchat: ['Snapchat', 'snapchat.com'],
  pinterest: ['Pinterest', 'pinterest.com', 'pin.it'],
  flickr: ['Flickr', 'flickr.com'],
} as const;

export type SocialIcon = keyof typeof socialNetworks;
export const socialIcons = Object.keys(socialNetworks) as [SocialIcon, ...SocialIcon[]];

export interface SocialLink {
  name: string;
  url: string;
  icon?: SocialIcon | undefined;
}

/** Makes a link to a network. When no name was entered, the known name of its host is used, or the host itself. */
export function toSocialLink({ network, url }: { network: string; url: string }): SocialLink {
  const host = parseAddress(url)?.hostname.replace(/^www\./, '') ?? '';
  const icon = socialIcons.find((id) => {
    const [name, ...hosts] = socialNetworks[id];
    return hosts.some((known) => host === known || host.endsWith(`.${known}`)) || name === network;
  });
  const networkName = network || (icon && socialNetworks[icon][0]) || host || url;
  return { name: networkName, url, ...(icon && { icon }) };
}
