const emoji = /\p{RGI_Emoji}/gv;

/** For paper and drawn pictures, whose fonts have no emoji. */
export const withoutEmoji = (text: string): string =>
  text.search(emoji) < 0 ? text : text.replace(emoji, '').replace(/ {2,}/g, ' ').trim();
